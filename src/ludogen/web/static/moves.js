// The moves of a game, in pairs; a click shows the position after one.
export default {
  template: `
    <div class="lg-moves" ref="box" role="list" aria-label="moves">
      <div v-for="(pair, i) in pairs" :key="i" class="pair"><span class="number">{{ i + 1 }}</span>
        <template v-for="(m, j) in pair" :key="j">
          <button v-if="m" type="button" :class="{ shown: m.ply === shown }" @click="$emit('pick', m.ply)">{{ m.name }}</button>
          <span v-else class="gap">…</span>
        </template>
      </div>
      <p v-if="!names.length" class="empty">{{ hint }}</p>
    </div>`,
  props: { names: Array, first: Number, begun: Number, shown: Number, hint: String },
  computed: {
    pairs() {
      const made = this.names.map((name, i) => ({ name, ply: this.begun + i + 1 }));
      if (this.first) made.unshift(null); // the second side began
      const pairs = [];
      for (let i = 0; i < made.length; i += 2) pairs.push(made.slice(i, i + 2));
      return pairs;
    },
  },
  watch: { shown() { this.$nextTick(this.follow); }, names() { this.$nextTick(this.follow); } },
  methods: {
    follow() {
      const at = this.$el.querySelector("button.shown"), box = this.$refs.box;
      if (!at) return;
      const one = at.getBoundingClientRect(), all = box.getBoundingClientRect();
      if (one.top < all.top) box.scrollTop -= all.top - one.top + 8;
      else if (one.bottom > all.bottom) box.scrollTop += one.bottom - all.bottom + 8;
      if (box.scrollWidth > box.clientWidth) box.scrollLeft += one.left - all.left - all.width / 2;
    },
  },
};

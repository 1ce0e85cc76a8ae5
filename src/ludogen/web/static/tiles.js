// A small board of numbers: blue above zero, orange below, the strongest darkest; the number under the pointer is told.
export default {
  template: `
    <figure class="lg-tiles">
      <svg :viewBox="'0 0 ' + columns * 10 + ' ' + rows * 10" role="img" :aria-label="title">
        <rect v-for="(v, i) in values" :key="i" :x="(i % columns) * 10" :y="Math.floor(i / columns) * 10" width="10" height="10"
              :class="v === null ? 'none' : v < 0 ? 'bad' : 'good'" :style="v === null ? {} : { fillOpacity: share(v) }">
          <title v-if="v !== null">{{ v.toFixed(3) }}</title></rect>
        <circle v-for="i in dots || []" :key="'d' + i" :cx="(i % columns) * 10 + 5" :cy="Math.floor(i / columns) * 10 + 5" r="1.6"/>
      </svg>
      <figcaption>{{ title }}<em v-if="note">{{ note }}</em></figcaption>
    </figure>`,
  props: { title: String, note: String, values: Array, columns: { default: 8 }, most: Number, dots: Array },
  computed: {
    rows() { return Math.ceil(this.values.length / this.columns); },
    largest() { return this.most || Math.max(1e-9, ...this.values.filter((v) => v !== null).map(Math.abs)); },
  },
  methods: { share(v) { return Math.min(1, Math.abs(v) / this.largest); } },
};

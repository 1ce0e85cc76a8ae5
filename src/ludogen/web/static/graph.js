// A net as a graph: what it sees on the left, what it may choose on the right, hidden units between, lit as they fire.
export default {
  template: `
    <div class="lg-graph" :class="{ large }" @click="large = !large" tabindex="0" role="button" :aria-expanded="large"
         :aria-label="large ? 'the net, enlarged: Escape closes it' : 'enlarge the net'" :title="large ? '' : 'click to enlarge'"
         @keydown.enter.prevent="large = !large" @keydown.space.prevent="large = !large" @keydown.escape="large = false">
      <button v-if="large" type="button" class="lg-button small close" aria-label="close" @click.stop="large = false"
              @keydown.enter.stop @keydown.space.stop>✕</button>
      <svg viewBox="0 0 1000 500" role="img" aria-label="the net as a graph">
        <line v-for="(l, i) in links" :key="'l' + i" :x1="l[0]" :y1="l[1]" :x2="l[2]" :y2="l[3]" :class="l[4] < 0 ? 'bad' : 'good'"
              :style="{ opacity: strength(l), strokeWidth: 0.5 + 1.6 * Math.abs(l[4]) }" :stroke-dasharray="l[6] ? '2 3' : ''"/>
        <rect v-for="(c, i) in cells" :key="'c' + i" :x="c[0]" :y="c[1]" :width="c[2]" :height="c[2]" class="cell"
              :class="lit(c[3]) < 0 ? 'bad' : 'good'" :style="{ fillOpacity: Math.abs(lit(c[3])) }"/>
        <circle v-for="(u, i) in units" :key="'u' + i" :cx="u[0]" :cy="u[1]" :r="u[2]" class="unit"
                :class="{ idle: !u[3], shown: shown === i }" :style="{ fillOpacity: u[3] ? 0.08 + 0.92 * (activity[i] || 0) : 0 }"
                @pointerenter="shown = i" @pointerleave="shown = null"><title>unit {{ i }}: {{ (activity[i] ?? 0).toFixed(2) }}</title></circle>
        <text v-for="t in titles" :key="t[2]" :x="t[0]" :y="t[1]">{{ t[2] }}</text>
      </svg>
    </div>`,
  props: { units: Array, links: Array, cells: Array, titles: Array, activity: { default: () => [] }, lights: { default: () => ({}) } },
  data() { return { shown: null, large: false }; },
  watch: {
    large(now) { document[now ? "addEventListener" : "removeEventListener"]("keydown", this.onKey); },
  },
  unmounted() { document.removeEventListener("keydown", this.onKey); },
  methods: {
    onKey(event) { if (event.key === "Escape") this.large = false; },
    lit(key) { return this.lights[key] || 0; },
    strength(l) {
      const base = 0.06 + 0.4 * Math.abs(l[4]);
      return this.shown === null ? base : l[5].includes(this.shown) ? 0.9 : 0.03;
    },
  },
};

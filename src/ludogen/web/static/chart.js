// Lines over generations or moves, drawn here from plain numbers; the values under the pointer are told.
const COLOURS = ["var(--line-1)", "var(--line-2)", "var(--line-3)", "var(--line-4)", "var(--line-5)"];
const DASHES = ["", "7 4", "2 4", "9 3 2 3", "1 5"];

export default {
  template: `
    <div class="lg-chart">
      <div class="legend" v-if="title || lines.length > 1">
        <b v-if="title">{{ title }}</b>
        <span v-for="l in drawn" :key="l.name"><svg width="22" height="8"><line x1="0" x2="22" y1="4" y2="4" :stroke="l.colour"
          stroke-width="2.5" :stroke-dasharray="l.dash"/></svg>{{ l.name }}<em v-if="l.said !== null">{{ l.said }}</em></span>
      </div>
      <svg ref="svg" :viewBox="'0 0 ' + width + ' ' + height" :style="{ height: height + 'px' }" preserveAspectRatio="none"
           @pointermove="point" @pointerleave="at = null" @click="pick">
        <g class="grid">
          <line v-for="t in ticks" :key="t" :x1="left" :x2="width - 4" :y1="py(t)" :y2="py(t)"/>
        </g>
        <line v-if="level !== null && level !== undefined" class="level" :x1="left" :x2="width - 4" :y1="py(level)" :y2="py(level)"/>
        <template v-for="l in drawn" :key="l.name">
          <path v-if="fill" class="area" :d="l.area" :fill="l.colour"/>
          <path class="line" :d="l.path" :stroke="l.colour" :stroke-dasharray="l.dash"/>
          <circle v-for="p in l.dots" :key="p[0]" :cx="px(p[0])" :cy="py(p[1])" r="2.6" :fill="l.colour"/>
        </template>
        <line v-if="shownX !== null" class="now" :x1="px(shownX)" :x2="px(shownX)" y1="4" :y2="height - bottom"/>
        <text v-for="t in ticks" :key="'l' + t" class="tick" :x="left - 6" :y="py(t) + 4" text-anchor="end">{{ short(t) }}</text>
        <text class="tick" :x="left" :y="height - 3">{{ low }}</text>
        <text class="tick" :x="width - 4" :y="height - 3" text-anchor="end">{{ high }} {{ unit }}</text>
      </svg>
    </div>`,
  props: { title: String, lines: Array, height: { default: 150 }, range: Array, level: Number, unit: String, mark: Number, fill: Boolean },
  data() { return { width: 600, at: null }; },
  mounted() {
    this.watcher = new ResizeObserver(() => { this.width = Math.max(160, this.$refs.svg.clientWidth); });
    this.watcher.observe(this.$refs.svg);
  },
  unmounted() { this.watcher.disconnect(); },
  computed: {
    left() { return 44; },
    bottom() { return 18; },
    points() { return this.lines.flatMap((l) => l.points); },
    low() { return this.points.length ? Math.min(...this.points.map((p) => p[0])) : 0; },
    high() { return this.points.length ? Math.max(...this.points.map((p) => p[0])) : 0; },
    bounds() {
      if (this.range) return this.range;
      const values = this.points.map((p) => p[1]).concat(this.level ?? []);
      if (!values.length) return [0, 1];
      const low = Math.min(...values), high = Math.max(...values), room = (high - low || Math.abs(high) || 1) * 0.08;
      return [low - room, high + room];
    },
    ticks() {
      const [low, high] = this.bounds, raw = (high - low) / 3, power = 10 ** Math.floor(Math.log10(raw));
      const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= raw), found = [];
      for (let t = Math.ceil(low / step) * step; t <= high + 1e-12; t += step) found.push(Math.abs(t) < 1e-12 ? 0 : t);
      return found;
    },
    shownX() { return this.at !== null ? this.at : this.mark ?? null; },
    drawn() {
      return this.lines.map((l, i) => {
        const spots = l.points.map((p) => `${this.px(p[0]).toFixed(1)} ${this.py(p[1]).toFixed(1)}`);
        const path = spots.length ? "M" + spots.join("L") : "", base = this.py(this.level ?? this.bounds[0]);
        const area = spots.length ? `${path}L${this.px(l.points[l.points.length - 1][0])} ${base}L${this.px(l.points[0][0])} ${base}Z` : "";
        const found = this.shownX === null ? l.points[l.points.length - 1] : l.points.findLast((p) => p[0] <= this.shownX);
        return { name: l.name, colour: COLOURS[i % 5], dash: DASHES[i % 5], path, area,
          dots: l.points.length < 40 ? l.points : [], said: found ? this.short(found[1]) : null };
      });
    },
  },
  methods: {
    px(x) { return this.left + (this.width - this.left - 6) * (this.high > this.low ? (x - this.low) / (this.high - this.low) : 0.5); },
    py(y) { const [low, high] = this.bounds; return 6 + (this.height - this.bottom - 10) * (1 - (y - low) / (high - low || 1)); },
    short(v) { return Math.abs(v) >= 1000 ? Math.round(v).toLocaleString("en") : String(Number(v.toPrecision(3))); },
    nearest(event) {
      const box = this.$refs.svg.getBoundingClientRect(), share = (event.clientX - box.left) * (this.width / box.width);
      const x = this.low + ((share - this.left) / (this.width - this.left - 6)) * (this.high - this.low);
      return Math.round(Math.min(this.high, Math.max(this.low, x)));
    },
    point(event) { if (this.points.length) this.at = this.nearest(event); },
    pick(event) { if (this.points.length) this.$emit("pick", this.nearest(event)); },
  },
};

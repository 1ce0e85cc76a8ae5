// Numbers in 0..1 as bars with their names; where there is a threshold, what is above it is told by more than its colour.
export default {
  template: `
    <div class="lg-meters" role="list">
      <div v-for="[name, value, threshold] in rows" :key="name" role="listitem" :class="{ acts: acts(value, threshold) }">
        <span>{{ name }}</span>
        <i><b :style="{ width: 100 * Math.max(0, Math.min(1, value)) + '%' }"></b>
           <u v-if="threshold !== null" :style="{ left: 100 * threshold + '%' }"></u></i>
        <em>{{ value.toFixed(2) }}</em>
      </div>
    </div>`,
  props: { rows: Array }, // [name, value, threshold or null]
  methods: { acts(value, threshold) { return threshold !== null && value > threshold; } },
};

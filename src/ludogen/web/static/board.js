// A board: draws a scene that the server describes (web/scenes.py) and turns clicks and keys into moves.
// Everything that answers at once (choosing a piece, showing moves, the keyboard's cursor, animation) happens here.
const GO_COLUMNS = "ABCDEFGHJKLMNOPQRST";
const STEP_MS = 170;
const FINGER = 26; // pixels of a square that a finger hits

export default {
  template: `
    <div class="lg-board" :class="[game, { asleep: !playable }]" tabindex="0" role="application" :aria-label="spoken"
         @keydown="onKey" @focus="hasFocus = true" @blur="hasFocus = false">
      <svg :viewBox="box" role="presentation">
        <defs>
          <radialGradient id="lg-dark" cx="35%" cy="30%" r="80%">
            <stop offset="0" class="dark-1"/><stop offset="1" class="dark-2"/>
          </radialGradient>
          <radialGradient id="lg-light" cx="35%" cy="30%" r="80%">
            <stop offset="0" class="light-1"/><stop offset="1" class="light-2"/>
          </radialGradient>
          <marker id="lg-arrow" viewBox="0 0 10 10" refX="7" refY="5" markerWidth="3.2" markerHeight="3.2" orient="auto">
            <path d="M0 0L10 5L0 10z" fill="context-stroke"/>
          </marker>
        </defs>
        <rect class="frame" :x="-margin" :y="-margin" :width="size + 2 * margin" :height="size + 2 * margin" rx="22"/>
        <g class="ground">
          <rect v-if="game === 'go'" class="wood" x="0" y="0" :width="size" :height="size"/>
          <template v-else>
            <rect v-for="s in squares" :key="s" :class="isDark(s) ? 'dark' : 'light'"
                  :x="x(s) - 50" :y="y(s) - 50" width="100" height="100"/>
          </template>
          <g v-if="game === 'go'" class="lines">
            <template v-for="i in columns" :key="i">
              <line x1="50" :x2="size - 50" :y1="i * 100 - 50" :y2="i * 100 - 50"/>
              <line y1="50" :y2="size - 50" :x1="i * 100 - 50" :x2="i * 100 - 50"/>
            </template>
            <circle v-for="s in stars" :key="'star' + s" :cx="x(s)" :cy="y(s)" r="9"/>
          </g>
        </g>
        <g class="tints">
          <rect v-if="isWashed" class="wash" x="0" y="0" :width="size" :height="size"/>
          <rect v-for="t in tints" :key="t.square" :x="x(t.square) - 50" :y="y(t.square) - 50" width="100" height="100"
                :class="t.value < 0 ? 'bad' : 'good'" :style="{ opacity: Math.abs(t.value) * 0.85 }"/>
        </g>
        <g class="names" aria-hidden="true">
          <text v-for="n in edgeNames" :key="n.key" :x="n.x" :y="n.y">{{ n.text }}</text>
          <text v-for="s in numbered" :key="'n' + s" class="number" :x="x(s) - 34" :y="y(s) - 34">{{ nameOf(s) }}</text>
        </g>
        <g class="trail">
          <rect v-for="s in trail" :key="s" :x="x(s) - 50" :y="y(s) - 50" width="100" height="100"/>
        </g>
        <transition-group tag="g" name="lg-piece" class="pieces">
          <g v-for="p in pieces" :key="p.id"><g class="piece" :data-piece="nameOf(p.square)" :data-kind="p.kind"
             :style="{ transform: 'translate(' + x(p.square) + 'px,' + y(p.square) + 'px)' }" :ref="el => hold(p.id, el)">
            <g :key="p.kind + (p.turned || '')" :class="['disc', p.kind.toLowerCase() === 'b' ? 'first' : 'second',
                      { turned: p.turned, king: p.kind !== p.kind.toLowerCase() }]"
               :style="{ animationDelay: (p.wait || 0) + 'ms' }">
              <circle :r="radius"/>
              <circle v-if="game === 'checkers'" class="rim" :r="radius - 10"/>
              <path v-if="p.kind !== p.kind.toLowerCase()" class="crown"
                    d="M-18 12L-21 -12L-9 -2L0 -17L9 -2L21 -12L18 12Z"/>
            </g>
          </g></g>
        </transition-group>
        <g class="marks">
          <path v-if="last !== null" class="last" :transform="'translate(' + x(last) + ',' + y(last) + ')'"
                d="M0 -15L15 0L0 15L-15 0Z"/>
          <rect v-for="s in chosen" :key="'c' + s" class="chosen" :x="x(s) - 46" :y="y(s) - 46" width="92" height="92" rx="10"/>
          <g v-if="previewed !== null && playable" class="preview" :data-preview="nameOf(previewed)"
             :transform="'translate(' + x(previewed) + ',' + y(previewed) + ')'">
            <circle :r="radius" :class="scene.side ? 'second' : 'first'"/><circle class="ring" :r="radius + 22"/>
          </g>
          <circle v-for="s in shownTargets" :key="'t' + s" class="target" :cx="x(s)" :cy="y(s)" :r="game === 'go' ? 15 : 19"/>
          <polyline v-for="a in arrows" :key="a.key" class="arrow" :class="a.value < 0 ? 'bad' : 'good'" :points="a.points"
                :style="{ strokeWidth: 7 + 12 * Math.abs(a.value), opacity: 0.4 + 0.5 * Math.abs(a.value) }"
                marker-end="url(#lg-arrow)"/>
          <g v-for="w in worths" :key="w.key" class="worth" :class="{ best: w.best }"
             :transform="'translate(' + x(w.square) + ',' + y(w.square) + ')'">
            <rect x="-40" y="-17" width="80" height="34" rx="9"/><text>{{ w.label }}</text>
          </g>
          <g v-for="f in frames" :key="'f' + f.square" class="window"
             :transform="'translate(' + x(f.square) + ',' + y(f.square) + ')'">
            <rect :x="-50 * f.reach" :y="-50 * f.reach" :width="100 * f.reach" :height="100 * f.reach" rx="12"/>
          </g>
          <g class="numbers">
            <text v-for="[s, n] in numbers" :key="'v' + s" :x="x(s) + 46" :y="y(s) - 35">{{ n }}</text>
          </g>
          <polyline v-if="walk" class="walk" :points="walk"/>
          <g v-for="e in eyes" :key="'e' + e.square" class="eye" :data-eye="nameOf(e.square)"
             :transform="'translate(' + x(e.square) + ',' + y(e.square) + ') rotate(' + e.turn + ')'">
            <path d="M0 -46L13 -27L-13 -27Z"/><circle r="25"/><circle class="iris" r="13"/><circle class="pupil" cy="-5" r="6"/>
          </g>
          <rect v-if="hasFocus && byKeys && cursor !== null && playable" class="cursor" :x="x(cursor) - 47" :y="y(cursor) - 47"
                width="94" height="94" rx="8"/>
        </g>
        <g class="hits">
          <rect v-for="s in squares" :key="'h' + s" :data-square="nameOf(s)" :x="x(s) - 50" :y="y(s) - 50"
                width="100" height="100" :class="{ live: isLive(s) }" @click="onTap(s)"/>
        </g>
      </svg>
      <div class="lg-spoken" aria-live="polite">{{ announced }}</div>
    </div>`,
  props: {
    scene: Object, // null until the server knows it
    overlay: Object, // { tints: [[square, -1..1]], moves: [{path, value, label, best}], frames: [[square, reach]],
    // numbers: [[square, number]], walk: [square], eyes: [[square, quarter turns from north]] }
    hints: Boolean, // show where one may move
    playable: Boolean, // a person is to move
    flipped: Boolean,
    small: Boolean,
  },
  data() {
    return { pieces: [], prefix: [], cursor: null, byKeys: false, hasFocus: false, announced: "", sent: false,
      previewed: null };
  },
  created() {
    this.elements = new Map();
    this.nextId = 0;
    this.place(this.scene, null);
  },
  watch: {
    scene(now, before) {
      this.prefix = [];
      this.previewed = null;
      this.sent = false;
      this.place(now, before);
      if (now && before && now.last.length && now.ply !== before.ply)
        this.announced = `${this.sides[1 - now.side]} moved ${now.last.map(this.nameOf).join(" to ")}`;
    },
  },
  computed: {
    game() { return this.scene ? this.scene.game : ""; },
    sides() { return [this.game === "checkers" ? "red" : "black", "white"]; },
    columns() { return this.scene ? this.scene.columns : 8; },
    size() { return this.columns * 100; },
    margin() { return this.small ? 12 : this.game === "checkers" ? 26 : 46; },
    box() {
      const whole = this.size + 2 * this.margin;
      return `${-this.margin} ${-this.margin} ${whole} ${whole}`;
    },
    radius() { return this.game === "go" ? 47 : this.game === "checkers" ? 39 : 42; },
    squares() { return this.scene ? [...Array(this.columns * this.columns).keys()] : []; },
    stars() {
      const n = this.columns;
      if (n < 9 || n % 2 === 0) return [];
      const near = n < 13 ? 2 : 3, middle = (n - 1) / 2, lines = [near, middle, n - 1 - near], found = [];
      for (const r of lines) for (const c of lines) if (n >= 19 || (r === middle) === (c === middle)) found.push(r * n + c);
      return found;
    },
    edgeNames() {
      if (this.small || this.game === "checkers" || !this.scene) return [];
      const n = this.columns, found = [];
      for (let i = 0; i < n; i++) {
        const column = this.game === "go" ? GO_COLUMNS[i] : "abcdefgh"[i];
        const row = this.game === "go" ? n - i : i + 1;
        const at = (this.flipped ? n - 1 - i : i) * 100 + 50;
        found.push({ key: "c" + i, x: at, y: this.game === "go" ? this.size + 24 : -23, text: column });
        found.push({ key: "r" + i, x: -24, y: at, text: row });
      }
      return found;
    },
    numbered() { return this.game === "checkers" && !this.small ? this.squares.filter(this.isDark) : []; },
    paths() { return this.scene && this.playable && !this.sent ? this.scene.moves.filter((m) => m[1].length) : []; },
    fitting() { return this.paths.filter((m) => this.prefix.every((s, i) => m[1][i] === s)); },
    // Where a click means something now: next squares of the moves that are left, and starts of others.
    targets() {
      const at = this.prefix.length, found = new Set(this.fitting.map((m) => m[1][at]).filter((s) => s !== undefined));
      if (at) for (const m of this.fitting) found.add(m[1][m[1].length - 1]);
      return found;
    },
    starts() { return new Set(this.paths.map((m) => m[1][0])); },
    shownTargets() {
      if (this.prefix.length) return [...this.targets];
      return this.hints ? [...this.targets] : [];
    },
    chosen() { return this.prefix; },
    last() {
      const last = this.scene ? this.scene.last : [];
      return last.length ? last[last.length - 1] : null;
    },
    trail() { return this.scene && this.scene.last.length > 1 ? this.scene.last.slice(0, -1) : []; },
    tints() {
      const shown = this.overlay || {}, found = (shown.tints || []).map(([square, value]) => ({ square, value }));
      if (!found.length)
        for (const m of shown.moves || [])
          if (m.path.length === 1) found.push({ square: m.path[0], value: m.value });
      return found;
    },
    isWashed() { return ((this.overlay || {}).tints || []).length > 0; },
    arrows() {
      return ((this.overlay || {}).moves || []).filter((m) => m.path.length > 1).map((m, i) => ({
        key: i, value: m.value, points: m.path.map((s) => this.x(s) + "," + this.y(s)).join(" "),
      })).reverse(); // the best comes first: it is drawn over the others
    },
    worths() {
      return ((this.overlay || {}).moves || []).filter((m) => m.label && m.path.length).map((m, i) => ({
        key: i, square: m.path[m.path.length - 1], label: m.label, best: m.best,
      }));
    },
    frames() { return ((this.overlay || {}).frames || []).map(([square, reach]) => ({ square, reach })); },
    numbers() { return (this.overlay || {}).numbers || []; },
    walk() { return ((this.overlay || {}).walk || []).map((s) => this.x(s) + "," + this.y(s)).join(" "); },
    eyes() {
      return ((this.overlay || {}).eyes || []).map(([square, turns]) => ({
        square, turn: 90 * turns + (this.flipped ? 180 : 0),
      }));
    },
    spoken() {
      const turn = this.playable ? ", your move: arrow keys and Enter" : "";
      return `${this.game} board${turn}`;
    },
  },
  methods: {
    column(s) { const c = s % this.columns; return this.flipped ? this.columns - 1 - c : c; },
    row(s) { const r = Math.floor(s / this.columns); return this.flipped ? this.columns - 1 - r : r; },
    x(s) { return this.column(s) * 100 + 50; },
    y(s) { return this.row(s) * 100 + 50; },
    isDark(s) { return this.game !== "checkers" || (Math.floor(s / 8) + (s % 8)) % 2 === 1; },
    nameOf(s) {
      const c = s % this.columns, r = Math.floor(s / this.columns);
      if (this.game === "go") return GO_COLUMNS[c] + (this.columns - r);
      if (this.game === "checkers") return this.isDark(s) ? String(r * 4 + Math.floor(c / 2) + 1) : "";
      return "abcdefgh"[c] + (r + 1);
    },
    described(s) {
      const kind = this.scene.cells[s], side = this.sides["bw".indexOf(kind.toLowerCase())];
      const held = side ? side + (kind === kind.toUpperCase() ? " king" : "") : "empty";
      return `${this.nameOf(s) || "light square"}, ${held}${this.isLive(s) ? ", you may move here" : ""}`;
    },
    isLive(s) { return this.targets.has(s) || this.starts.has(s); },
    hold(id, element) { element ? this.elements.set(id, element) : this.elements.delete(id); },

    // Pieces keep who they are from scene to scene, so that the eye can follow them.
    place(scene, before) {
      if (!scene) { this.pieces = []; return; }
      const isSame = before && before.game === scene.game && before.columns === scene.columns;
      const old = new Map((isSame ? this.pieces : []).map((p) => [p.square, p]));
      const path = scene.last, from = path[0], to = path[path.length - 1];
      const isStep = isSame && scene.ply === before.ply + 1;
      let moved = null;
      if (isStep && path.length > 1 && old.has(from)) {
        moved = old.get(from);
        old.delete(from);
        old.set(to, moved);
      }
      const pieces = [];
      [...scene.cells].forEach((kind, square) => {
        if (kind === ".") return;
        const known = old.get(square);
        const isKnown = known && (game(known.kind) === game(kind) || scene.game === "othello");
        const piece = { id: isKnown ? known.id : this.nextId++, square, kind, turned: "", wait: 0 };
        if (isKnown && isStep && scene.game === "othello" && known.kind !== kind && to !== undefined) {
          const far = Math.max(Math.abs((square % 8) - (to % 8)), Math.abs(Math.floor(square / 8) - Math.floor(to / 8)));
          piece.turned = "t" + scene.ply;
          piece.wait = 60 * far;
        }
        pieces.push(piece);
      });
      this.pieces = pieces;
      if (moved) this.glide(moved.id, path);
      function game(kind) { return kind.toLowerCase(); }
    },
    glide(id, path) {
      const element = this.elements.get(id);
      if (!element || !element.animate || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
      const steps = path.map((s) => ({ transform: `translate(${this.x(s)}px,${this.y(s)}px)` }));
      element.parentNode.parentNode.appendChild(element.parentNode); // over all others
      element.animate(steps, { duration: STEP_MS * (path.length - 1), easing: "ease-in-out" });
    },

    // Where squares are too small for fingers, the first tap shows where a stone would go.
    onTap(s) {
      this.byKeys = false;
      const isFine = this.$el.clientWidth * 100 / (this.size + 2 * this.margin) >= FINGER;
      if (isFine || !this.targets.has(s) || this.prefix.length || this.previewed === s) return this.onSquare(s);
      this.previewed = s;
      this.announced = `${this.nameOf(s)}: tap again to play`;
    },
    onSquare(s) {
      if (!this.playable || this.sent) return;
      this.previewed = null;
      this.cursor = s;
      const at = this.prefix.length;
      let left = this.fitting.filter((m) => m[1][at] === s);
      if (!left.length && at) left = this.fitting.filter((m) => m[1][m[1].length - 1] === s); // the end alone will do
      const whole = left.filter((m) => m[1][m[1].length - 1] === s && (m[1].length === at + 1 || left.length === 1));
      if (at + 1 > 1 || this.game !== "checkers") {
        if (whole.length === 1) return this.send(whole[0][0]);
      }
      if (left.length && left.every((m) => m[1][at] === s)) this.prefix = [...this.prefix, s];
      else if (this.starts.has(s) && !(at === 1 && this.prefix[0] === s)) this.prefix = [s];
      else this.prefix = [];
    },
    send(name) {
      this.sent = true; // until the next scene: a second click on the way is not a second move
      this.prefix = [];
      this.$emit("move", name);
    },
    refused() { this.sent = false; },
    onKey(event) {
      const steps = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
      if (event.ctrlKey || event.metaKey || event.altKey || !this.scene) return;
      this.byKeys = true;
      if (steps[event.key] && this.playable) {
        const n = this.columns, turn = this.flipped ? -1 : 1;
        if (this.cursor === null) this.cursor = this.paths.length ? this.paths[0][1][0] : Math.floor((n * n) / 2);
        else {
          const c = (this.cursor % n) + turn * steps[event.key][0], r = Math.floor(this.cursor / n) + turn * steps[event.key][1];
          if (c >= 0 && c < n && r >= 0 && r < n) this.cursor = r * n + c;
        }
        this.announced = this.described(this.cursor);
      } else if ((event.key === "Enter" || event.key === " ") && this.cursor !== null) this.onSquare(this.cursor);
      else if (event.key === "Escape") this.prefix = [];
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
  },
};

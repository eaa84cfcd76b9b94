/** To the neighbors of a pixel, in the order in which arcs lead there: each beside its opposite. */
export const STEPS = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [1, 1],
  [-1, -1],
  [1, -1],
  [-1, 1],
] as const;

/** How many arcs leave each node. */
export const DEGREE = 8;

/**
 * A network of nodes with eight arcs each. Arc `a` leaves node `a >> 3`, and the arc back has the direction `(a & 7) ^ 1`. Capacities are
 * integers, and a cut uses them up.
 */
export interface Network {
  /** For each arc where it leads; -1 where there is none. */
  readonly heads: Int32Array;
  readonly room: Int32Array;
  /** For each node its capacity from the source, or below 0 that to the sink. */
  readonly terminals: Int32Array;
}

/** The least cut: 1 for each node on the side of the source, and the greatest flow, which is what the cut costs. */
export interface Cut {
  readonly side: Uint8Array;
  readonly flow: number;
}

const [FREE, SOURCE, SINK] = [0, 1, 2];

/** In place of the arc to a node's parent. */
const [ROOT, ORPHAN] = [-1, -2];

/**
 * The least cut of a network, always the same one: nodes that could be on either side are on that of the sink.
 *
 * Source: Y. Boykov and V. Kolmogorov, An experimental comparison of min-cut/max-flow algorithms for energy minimization in vision (2004).
 */
export function leastCut(network: Network): Cut {
  const trees = new Trees(network);
  const flow = trees.fill();
  return { side: trees.tree.map((tree) => (tree === SOURCE ? 1 : 0)), flow };
}

/** Two trees that grow from the terminals until they meet, and are mended after each path that is filled. */
class Trees {
  readonly tree: Uint8Array;
  readonly #network: Network;
  /** For each node the arc to its parent. */
  readonly #up: Int32Array;
  /** How far the root was, and when that was known. */
  readonly #depth: Int32Array;
  readonly #seen: Int32Array;
  readonly #active: Int32Array;
  readonly #isActive: Uint8Array;
  readonly #orphans: number[] = [];
  #first = 0;
  #waiting = 0;
  #time = 0;

  constructor(network: Network) {
    const count = network.terminals.length;
    this.#network = network;
    this.tree = new Uint8Array(count);
    this.#up = new Int32Array(count).fill(ORPHAN);
    [this.#depth, this.#seen, this.#active] = [
      new Int32Array(count),
      new Int32Array(count),
      new Int32Array(count),
    ];
    this.#isActive = new Uint8Array(count);
  }

  fill(): number {
    const { terminals } = this.#network;
    for (let node = 0; node < terminals.length; node += 1) {
      const terminal = terminals[node] ?? 0;
      if (terminal === 0) continue;
      this.tree[node] = terminal > 0 ? SOURCE : SINK;
      this.#place(node, ROOT, 1, 0);
      this.#activate(node);
    }
    let flow = 0;
    while (this.#waiting > 0) {
      const node = this.#active[this.#first] ?? 0;
      const bridge = this.tree[node] === FREE ? -1 : this.#grow(node);
      if (bridge === -1) this.#retire(node);
      else {
        this.#time += 1;
        flow += this.#augment(bridge);
        this.#adopt();
      }
    }
    return flow;
  }

  #activate(node: number): void {
    if (this.#isActive[node] === 1) return;
    this.#isActive[node] = 1;
    this.#active[(this.#first + this.#waiting) % this.#active.length] = node;
    this.#waiting += 1;
  }

  #retire(node: number): void {
    this.#isActive[node] = 0;
    this.#first = (this.#first + 1) % this.#active.length;
    this.#waiting -= 1;
  }

  #back(arc: number): number {
    return ((this.#network.heads[arc] ?? 0) * DEGREE) | ((arc & 7) ^ 1);
  }

  /** Takes the neighbors of a node into its tree; the arc from the source's tree to the sink's where they meet, else -1. */
  #grow(node: number): number {
    const { heads, room } = this.#network;
    const own = this.tree[node] ?? FREE;
    for (let arc = node * DEGREE; arc < (node + 1) * DEGREE; arc += 1) {
      const next = heads[arc] ?? -1;
      if (next === -1) continue;
      const along = own === SOURCE ? arc : this.#back(arc);
      if (room[along] === 0) continue;
      const other = this.tree[next];
      if (other !== FREE && other !== own) return along;
      this.#reach(node, next, this.#back(arc));
    }
    return -1;
  }

  /** Makes a node the parent of one that is free, or that it brings nearer to the root. */
  #reach(node: number, next: number, up: number): void {
    if (this.tree[next] === FREE) this.#activate(next);
    else if (!this.#isShorter(node, next)) return;
    this.tree[next] = this.tree[node] ?? FREE;
    this.#place(next, up, (this.#depth[node] ?? 0) + 1, this.#seen[node] ?? 0);
  }

  /** Whether the root is nearer to `next` by way of `node`. */
  #isShorter(node: number, next: number): boolean {
    const isKnown = (this.#seen[next] ?? 0) <= (this.#seen[node] ?? 0);
    return isKnown && (this.#depth[next] ?? 0) > (this.#depth[node] ?? 0) + 1;
  }

  #place(node: number, up: number, depth: number, seen: number): void {
    this.#up[node] = up;
    this.#depth[node] = depth;
    this.#seen[node] = seen;
  }

  /** Fills the path over a bridge; returns how much more flows. */
  #augment(bridge: number): number {
    const { heads, room } = this.#network;
    const [tail, head] = [bridge >> 3, heads[bridge] ?? 0];
    const most = Math.min(room[bridge] ?? 0, this.#roomTo(tail, SOURCE), this.#roomTo(head, SINK));
    this.#push(bridge, most);
    this.#pushTo(tail, SOURCE, most);
    this.#pushTo(head, SINK, most);
    return most;
  }

  #push(arc: number, flow: number): void {
    const { room } = this.#network;
    const back = this.#back(arc);
    room[arc] = (room[arc] ?? 0) - flow;
    room[back] = (room[back] ?? 0) + flow;
  }

  /** The room on the way between a node and the root of its tree. */
  #roomTo(node: number, tree: number): number {
    const { heads, room, terminals } = this.#network;
    let at = node;
    let least = Number.POSITIVE_INFINITY;
    for (let arc = this.#up[at] ?? ROOT; arc >= 0; arc = this.#up[at] ?? ROOT) {
      least = Math.min(least, room[tree === SOURCE ? this.#back(arc) : arc] ?? 0);
      at = heads[arc] ?? 0;
    }
    return Math.min(least, Math.abs(terminals[at] ?? 0));
  }

  #pushTo(node: number, tree: number, flow: number): void {
    const { heads, room, terminals } = this.#network;
    let at = node;
    for (let arc = this.#up[at] ?? ROOT; arc >= 0; arc = this.#up[at] ?? ROOT) {
      const along = tree === SOURCE ? this.#back(arc) : arc;
      this.#push(along, flow);
      if (room[along] === 0) this.#lose(at);
      at = heads[arc] ?? 0;
    }
    terminals[at] = (terminals[at] ?? 0) - (tree === SOURCE ? flow : -flow);
    if (terminals[at] === 0) this.#lose(at);
  }

  #lose(node: number): void {
    this.#up[node] = ORPHAN;
    this.#orphans.push(node);
  }

  /** Finds a parent for each node that lost it, the nearest to the root, or sets the node free. */
  #adopt(): void {
    for (let node = this.#orphans.pop(); node !== undefined; node = this.#orphans.pop()) {
      let best = ORPHAN;
      let least = Number.POSITIVE_INFINITY;
      for (let arc = node * DEGREE; arc < (node + 1) * DEGREE; arc += 1) {
        if (!this.#isKin(node, arc) || !this.#isOpen(node, arc)) continue;
        const depth = this.#depthOf(this.#network.heads[arc] ?? 0);
        if (depth >= least) continue;
        best = arc;
        least = depth;
      }
      if (best === ORPHAN) this.#free(node);
      else this.#place(node, best, least + 1, this.#time);
    }
  }

  /** Whether an arc of a node leads to another of its tree. */
  #isKin(node: number, arc: number): boolean {
    const next = this.#network.heads[arc] ?? -1;
    return next !== -1 && this.tree[next] === this.tree[node];
  }

  /** Whether more can flow over the arc from a node to one of its tree that would be its parent. */
  #isOpen(node: number, arc: number): boolean {
    return (this.#network.room[this.tree[node] === SOURCE ? this.#back(arc) : arc] ?? 0) > 0;
  }

  /** How far a node is from its root; infinite below an orphan. */
  #depthOf(node: number): number {
    const { heads } = this.#network;
    let at = node;
    let steps = 0;
    for (; this.#seen[at] !== this.#time; steps += 1) {
      const arc = this.#up[at] ?? ORPHAN;
      if (arc === ORPHAN) return Number.POSITIVE_INFINITY;
      if (arc === ROOT) {
        this.#place(at, ROOT, 1, this.#time);
        break;
      }
      at = heads[arc] ?? 0;
    }
    const depth = (this.#depth[at] ?? 0) + steps;
    let left = depth;
    for (let below = node; below !== at; left -= 1) {
      const up = this.#up[below] ?? 0;
      this.#place(below, up, left, this.#time);
      below = heads[up] ?? 0;
    }
    return depth;
  }

  #free(node: number): void {
    const { heads } = this.#network;
    for (let arc = node * DEGREE; arc < (node + 1) * DEGREE; arc += 1) {
      if (!this.#isKin(node, arc)) continue;
      const next = heads[arc] ?? 0;
      if (this.#isOpen(node, arc)) this.#activate(next);
      const up = this.#up[next] ?? ROOT;
      if (up >= 0 && heads[up] === node) this.#lose(next);
    }
    this.tree[node] = FREE;
  }
}

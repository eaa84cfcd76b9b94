/** A pair that may be matched: indexes on either side, and what the match is worth (above 0). */
export interface Edge {
  readonly left: number;
  readonly right: number;
  readonly weight: number;
}

/** Groups of connected edges with more nodes than this on their smaller side are matched greedily. */
export const EXACT_LIMIT = 100;

/**
 * The matching of greatest total weight: each left and each right index at most once. No pair of indexes
 * may stand in `edges` twice. The edges come back sorted by `left`.
 *
 * Each group of connected edges is solved alone: exactly in O(s²·l) for s and l nodes on its smaller and
 * larger side, and where s is above `EXACT_LIMIT` greedily by weight, which gives at least half of the
 * best total, in O(e·log e). So the cost of ordinary input, where few objects overlap, is near linear.
 */
export function maximumMatching(edges: readonly Edge[]): Edge[] {
  return connectedGroups(edges)
    .flatMap((group) => (group.length === 1 ? group : matchGroup(group)))
    .sort((a, b) => a.left - b.left);
}

function matchGroup(edges: readonly Edge[]): Edge[] {
  const lefts = indexes(edges.map(({ left }) => left));
  const rights = indexes(edges.map(({ right }) => right));
  if (Math.min(lefts.size, rights.size) > EXACT_LIMIT) return greedy(edges);

  const flip = lefts.size > rights.size;
  const [rows, columns] = flip ? [rights, lefts] : [lefts, rights];
  const weights = Array.from(rows, () => new Float64Array(columns.size));
  const byPlace = new Map<number, Edge>();
  for (const edge of edges) {
    const row = rows.get(flip ? edge.right : edge.left) ?? 0;
    const column = columns.get(flip ? edge.left : edge.right) ?? 0;
    const line = weights[row];
    if (line !== undefined) line[column] = edge.weight;
    byPlace.set(row * columns.size + column, edge);
  }
  return assign(weights).flatMap((column, row) => byPlace.get(row * columns.size + column) ?? []);
}

/**
 * For each row the column it is given, so that the weights add up to the most; no column twice.
 * Every row must have as many columns; throws a RangeError where there are fewer of them than rows.
 *
 * Exact, O(rows²·columns). Source: Kuhn, "The Hungarian method for the assignment problem" (1955), in
 * the form with potentials and shortest augmenting paths of Jonker and Volgenant (1987).
 */
export function assign(weights: readonly ArrayLike<number>[]): number[] {
  const columns = weights[0]?.length ?? 0;
  if (columns < weights.length) throw new RangeError("an assignment needs a column for each row");
  const state = {
    weights,
    rowPotential: new Float64Array(weights.length),
    columnPotential: new Float64Array(columns),
    rowOf: new Int32Array(columns).fill(FREE),
  };
  for (let row = 0; row < weights.length; row += 1) augment(state, row);

  const columnOf = new Array<number>(weights.length).fill(FREE);
  state.rowOf.forEach((row, column) => {
    if (row !== FREE) columnOf[row] = column;
  });
  return columnOf;
}

const FREE = -1;

interface Assignment {
  readonly weights: readonly ArrayLike<number>[];
  readonly rowPotential: Float64Array;
  readonly columnPotential: Float64Array;
  /** The row that has a column, or `FREE`. */
  readonly rowOf: Int32Array;
}

/** What is known on the way from the new row to a free column; cost is −weight. */
interface Search {
  /** For each column, how much dearer than the way so far it is to reach. */
  readonly slack: Float64Array;
  /** The column before it on its cheapest way, `FREE` for the new row itself. */
  readonly previous: Int32Array;
  readonly isVisited: Uint8Array;
  readonly visited: number[];
}

/** Gives `row` a column, moving other rows along the cheapest way to a free one. */
function augment(state: Assignment, row: number): void {
  const { rowOf } = state;
  const search: Search = {
    slack: new Float64Array(rowOf.length).fill(Number.POSITIVE_INFINITY),
    previous: new Int32Array(rowOf.length).fill(FREE),
    isVisited: new Uint8Array(rowOf.length),
    visited: [],
  };

  let arrival = FREE;
  let current = row;
  while (current !== FREE) {
    arrival = visitNearest(state, search, { row, current, arrival });
    current = at(rowOf, arrival);
  }
  while (arrival !== FREE) {
    const before = at(search.previous, arrival);
    rowOf[arrival] = before === FREE ? row : at(rowOf, before);
    arrival = before;
  }
}

/** Looks from row `current`, which stands at column `arrival`, and visits the column nearest to the way. */
function visitNearest(
  { weights, rowPotential, columnPotential, rowOf }: Assignment,
  { slack, previous, isVisited, visited }: Search,
  { row, current, arrival }: { readonly row: number; readonly current: number; readonly arrival: number },
): number {
  let nearest = FREE;
  for (let column = 0; column < slack.length; column += 1) {
    if (isVisited[column] === 1) continue;
    const cost = -at(weights[current], column) - at(rowPotential, current) - at(columnPotential, column);
    if (cost < at(slack, column)) {
      slack[column] = cost;
      previous[column] = arrival;
    }
    if (nearest === FREE || at(slack, column) < at(slack, nearest)) nearest = column;
  }
  const step = at(slack, nearest);
  add(rowPotential, row, step);
  for (const column of visited) {
    add(rowPotential, at(rowOf, column), step);
    add(columnPotential, column, -step);
  }
  for (let column = 0; column < slack.length; column += 1) add(slack, column, -step);
  visited.push(nearest);
  isVisited[nearest] = 1;
  return nearest;
}

/** The heaviest edge first, then the heaviest that is still free; ties by `left`, then `right`. */
function greedy(edges: readonly Edge[]): Edge[] {
  const heaviestFirst = edges.toSorted((a, b) => b.weight - a.weight || a.left - b.left || a.right - b.right);
  const [lefts, rights] = [new Set<number>(), new Set<number>()];
  return heaviestFirst.filter(({ left, right }) => {
    if (lefts.has(left) || rights.has(right)) return false;
    lefts.add(left);
    rights.add(right);
    return true;
  });
}

/** Edges that share an index, directly or through others, come together. */
function connectedGroups(edges: readonly Edge[]): Edge[][] {
  const parents = new Map<number, number>();
  const rightNode = (right: number) => -1 - right; // so that left and right indexes share one map
  const root = (node: number): number => {
    let top = node;
    for (let above = parents.get(top); above !== undefined && above !== top; above = parents.get(top)) {
      parents.set(top, parents.get(above) ?? above);
      top = above;
    }
    return top;
  };
  for (const { left, right } of edges) parents.set(root(left), root(rightNode(right)));
  return [...Map.groupBy(edges, ({ left }) => root(left)).values()];
}

/** Each different value with its place, in ascending order. */
function indexes(values: readonly number[]): Map<number, number> {
  const ordered = [...new Set(values)].sort((a, b) => a - b);
  return new Map(ordered.map((value, index) => [value, index]));
}

/** `noUncheckedIndexedAccess` without a branch at each use: all indexes here are in range. */
function at(values: ArrayLike<number> | undefined, index: number): number {
  return values?.[index] ?? 0;
}

function add(values: Float64Array, index: number, amount: number): void {
  values[index] = at(values, index) + amount;
}

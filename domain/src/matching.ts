/** A pair that may be matched: an index on each side, and the weight of the match (above 0). */
export interface Edge {
  readonly left: number;
  readonly right: number;
  readonly weight: number;
}

/** Groups of connected edges with more nodes than this on their smaller side are matched greedily. */
export const EXACT_LIMIT = 100;

/**
 * The matching of greatest total weight: each left and each right index at most once. `edges` must not
 * contain a pair of indexes twice. The result is sorted by `left`.
 *
 * Each group of connected edges is solved separately: exactly in O(s²·l) for s and l nodes on its smaller and
 * larger side, or, if s is above `EXACT_LIMIT`, greedily by weight in O(e·log e), which gives at least half
 * of the best total. The cost of ordinary input, where few objects overlap, is almost linear.
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
 * Assigns each row a column of its own with the greatest total weight. Throws a RangeError if there are fewer
 * columns than rows.
 *
 * Exact, O(rows²·columns). Source: Kuhn, "The Hungarian method for the assignment problem" (1955), in the
 * form with potentials and shortest augmenting paths of Jonker and Volgenant (1987).
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
  /** The row assigned to a column, or `FREE`. */
  readonly rowOf: Int32Array;
}

/** The state of the search from the new row to a free column; cost is −weight. */
interface Search {
  /** For each column, the reduced cost of reaching it from the path so far. */
  readonly slack: Float64Array;
  /** The previous column on the cheapest path, `FREE` for the new row itself. */
  readonly previous: Int32Array;
  readonly isVisited: Uint8Array;
  readonly visited: number[];
}

/** Assigns `row` a column and moves other rows along the cheapest path to a free column. */
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

/** Relaxes the columns from row `current`, assigned to column `arrival`, and visits the closest one. */
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

/** Takes the heaviest free edge repeatedly; ties by `left`, then `right`. */
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

/** Groups edges that share an index, directly or through others. */
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

/** Each distinct value with its index, in ascending order. */
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

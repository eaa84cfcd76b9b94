import { concatenated, isSameBytes, type Sha256 } from "./bytes.ts";

/** The complete subtree over entries `position` × 2^`level` up to (`position` + 1) × 2^`level`. */
export interface Subtree {
  readonly level: number;
  readonly position: number;
}

/** Entries from `start` up to, not including, `end`. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** The hash of a leaf; a text is one in UTF-8. Source: RFC 6962, section 2.1. */
export function leafHash(sha256: Sha256, entry: Uint8Array | string): Uint8Array {
  return sha256(typeof entry === "string" ? `\0${entry}` : concatenated(LEAF, entry));
}

/** The hash of an inner node. Source: RFC 6962, section 2.1. */
function nodeHash(sha256: Sha256, left: Uint8Array, right: Uint8Array): Uint8Array {
  node.set(left, 1);
  node.set(right, 1 + left.length);
  return sha256(node);
}

const LEAF = Uint8Array.of(0);
/** Reused, because the tree of a million leaves has a million nodes. Begins with their type. */
const node = new Uint8Array(65).fill(1, 0, 1);

/**
 * The complete subtrees, from left to right, that make up a range that occurs in a tree: one whose `start` is a
 * multiple of the smallest power of two that is not less than its length.
 */
export function subtreesOf({ start, end }: Range): Subtree[] {
  const subtrees: Subtree[] = [];
  for (let at = start; at < end; ) {
    const level = Math.floor(Math.log2(end - at));
    const width = 2 ** level;
    subtrees.push({ level, position: at / width });
    at += width;
  }
  return subtrees;
}

/** The Merkle tree hash of a range, of the hashes of its `subtreesOf`. Without any it is that of the empty tree. */
export function rangeHash(sha256: Sha256, hashes: readonly Uint8Array[]): Uint8Array {
  return hashes.length === 0
    ? sha256(new Uint8Array())
    : hashes.reduceRight((right, left) => nodeHash(sha256, left, right));
}

/** The Merkle tree hash of a list of leaf hashes. */
export function rootOf(sha256: Sha256, leaves: Iterable<Uint8Array>): Uint8Array {
  const tree = growingTree(sha256);
  for (const leaf of leaves) tree.add(leaf);
  return tree.root();
}

/** A tree that leaf hashes are added to one by one. */
export interface GrowingTree {
  readonly add: (leaf: Uint8Array) => void;
  readonly root: () => Uint8Array;
}

/** An empty tree. It keeps only the hashes of its largest complete subtrees: at most 20 for a million leaves. */
export function growingTree(sha256: Sha256): GrowingTree {
  const complete: { readonly width: number; readonly hash: Uint8Array }[] = [];
  return {
    add: (leaf) => {
      let [width, hash] = [1, leaf];
      for (let left = complete.at(-1); left?.width === width; left = complete.at(-1)) {
        hash = nodeHash(sha256, left.hash, hash);
        width *= 2;
        complete.pop();
      }
      complete.push({ width, hash });
    },
    root: () =>
      rangeHash(
        sha256,
        complete.map(({ hash }) => hash),
      ),
  };
}

/**
 * The ranges whose hashes are the inclusion proof of the entry at `index` in a tree of `size` entries, from the leaf
 * to the root. Source: PATH of RFC 6962, section 2.1.1.
 */
export function inclusionRanges(index: number, size: number): Range[] {
  const ranges: Range[] = [];
  let [start, end] = [0, size];
  while (end - start > 1) {
    const middle = start + widthOfLeft(end - start);
    if (index < middle) {
      ranges.push({ start: middle, end });
      end = middle;
    } else {
      ranges.push({ start, end: middle });
      start = middle;
    }
  }
  return ranges.reverse();
}

/**
 * The ranges whose hashes prove that the tree of the first `first` entries is the beginning of the tree of `size`
 * entries; none if `first` is 0 or `size`. Source: PROOF of RFC 6962, section 2.1.2.
 */
export function consistencyRanges(first: number, size: number): Range[] {
  if (first === 0) return [];
  const ranges: Range[] = [];
  let [start, end] = [0, size];
  while (first !== end) {
    const middle = start + widthOfLeft(end - start);
    if (first <= middle) {
      ranges.push({ start: middle, end });
      end = middle;
    } else {
      ranges.push({ start, end: middle });
      start = middle;
    }
  }
  if (start > 0) ranges.push({ start, end });
  return ranges.reverse();
}

/** The largest power of two below `size`, which is at least 2. */
function widthOfLeft(size: number): number {
  return 2 ** Math.floor(Math.log2(size - 1));
}

/** That an entry is in a tree. */
export interface Inclusion {
  readonly index: number;
  readonly size: number;
  /** The entry's `leafHash`. */
  readonly leaf: Uint8Array;
  readonly proof: readonly Uint8Array[];
  readonly root: Uint8Array;
}

/** Source: RFC 9162, section 2.1.3.2. */
export function isIncluded(sha256: Sha256, { index, size, leaf, proof, root }: Inclusion): boolean {
  if (!isCount(index) || !isCount(size) || index >= size || !proof.every(isHash)) return false;
  const isLeft = sidesOf(index, size - 1, proof.length);
  if (isLeft === undefined) return false;
  const join = (hash: Uint8Array, step: Uint8Array, at: number) =>
    isLeft[at] === true ? nodeHash(sha256, step, hash) : nodeHash(sha256, hash, step);
  return isSameBytes(proof.reduce(join, leaf), root);
}

/**
 * The root of the tree of the entries before `index`, of an inclusion proof that `isIncluded` accepts: the hashes left of
 * the path are those of its `subtreesOf`.
 */
export function rootBefore(
  sha256: Sha256,
  { index, size, proof }: Pick<Inclusion, "index" | "size" | "proof">,
): Uint8Array {
  const isLeft = sidesOf(index, size - 1, proof.length) ?? [];
  return rangeHash(sha256, proof.filter((_, at) => isLeft[at]).reverse());
}

/** That a tree is the beginning of a later one. */
export interface Consistency {
  readonly first: number;
  readonly size: number;
  readonly firstRoot: Uint8Array;
  readonly root: Uint8Array;
  readonly proof: readonly Uint8Array[];
}

/** Source: RFC 9162, section 2.1.4.2. Every tree begins with the empty one, whose proof is empty. */
export function isConsistent(sha256: Sha256, consistency: Consistency): boolean {
  const { first, size, firstRoot, root, proof } = consistency;
  if (!isCount(first) || !isCount(size) || first > size || !proof.every(isHash)) return false;
  if (first === size) return proof.length === 0 && isSameBytes(firstRoot, root);
  if (first === 0) return proof.length === 0 && isSameBytes(firstRoot, sha256(new Uint8Array()));
  const [seed, ...steps] = isPowerOfTwo(first) ? [firstRoot, ...proof] : proof;
  let [fn, sn] = [first - 1, size - 1];
  while (isOdd(fn)) [fn, sn] = [half(fn), half(sn)];
  const isLeft = sidesOf(fn, sn, steps.length);
  if (seed === undefined || isLeft === undefined) return false;
  const lefts = steps.filter((_, at) => isLeft[at]);
  const one = lefts.reduce((hash, step) => nodeHash(sha256, step, hash), seed);
  const other = steps.reduce(
    (hash, step, at) => (isLeft[at] === true ? nodeHash(sha256, step, hash) : nodeHash(sha256, hash, step)),
    seed,
  );
  return isSameBytes(one, firstRoot) && isSameBytes(other, root);
}

/**
 * For each step of a proof, on the way from node `fn` of a level to the root, whether its hash is the left one. `sn` is
 * the last node of the level. Undefined unless exactly `steps` steps lead to the root.
 */
function sidesOf(node: number, last: number, steps: number): readonly boolean[] | undefined {
  let [fn, sn] = [node, last];
  const isLeft: boolean[] = [];
  for (let step = 0; step < steps; step += 1) {
    if (sn === 0) return undefined;
    isLeft.push(isOdd(fn) || fn === sn);
    if (fn === sn) while (!isOdd(fn) && fn !== 0) [fn, sn] = [half(fn), half(sn)];
    [fn, sn] = [half(fn), half(sn)];
  }
  return sn === 0 ? isLeft : undefined;
}

// Sizes may exceed the 32 bits of JavaScript's bit operators.
const isOdd = (number: number): boolean => number % 2 === 1;
const half = (number: number): number => Math.floor(number / 2);
const isCount = (number: number): boolean => Number.isSafeInteger(number) && number >= 0;
const isHash = ({ length }: Uint8Array): boolean => length === 32;
const isPowerOfTwo = (number: number): boolean => 2 ** Math.floor(Math.log2(number)) === number;

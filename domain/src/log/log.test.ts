import { createPublicKey, generateKeyPairSync, hash, sign, verify } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fromBase64, fromHex, LogFault, type Sha256, toBase64, toHex, utf8 } from "./bytes.ts";
import { checkpointText, readCheckpoint } from "./checkpoint.ts";
import { keyIdOf, noteOf, openNote, readVerifierKey, verifierKey } from "./note.ts";
import { proofText, readProof } from "./proof.ts";
import { entryBundle, hashAt, placeOf, readEntryBundle, readTilePath, tilePath } from "./tiles.ts";
import {
  consistencyRanges,
  inclusionRanges,
  isConsistent,
  isIncluded,
  leafHash,
  type Range,
  rangeHash,
  rootBefore,
  rootOf,
  subtreesOf,
} from "./tree.ts";

const sha256: Sha256 = (bytes) => hash("sha256", bytes, "buffer");

/** The leaves, roots and proofs of certificate-transparency, merkletree tests (cpp/merkletree/merkle_tree_test.cc). */
const LEAVES = [
  ...["", "00", "10", "2021", "3031", "40414243", "5051525354555657"],
  "606162636465666768696a6b6c6d6e6f",
].map(bytesOf);
const ROOTS = [
  "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
  "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
  "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
  "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
  "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
  "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
  "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];
const INCLUSIONS: readonly (readonly [number, number, readonly string[]])[] = [
  [
    0,
    8,
    [
      "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
      "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
      "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ],
  ],
  [2, 3, ["fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"]],
];
const CONSISTENCIES: readonly (readonly [number, number, readonly string[]])[] = [
  [1, 1, []],
  [
    6,
    8,
    [
      "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
      "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
      "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ],
  ],
];

function bytesOf(hex: string): Uint8Array {
  return fromHex(hex) ?? expect.fail(hex);
}

/** Of lists that begin alike: the lists of these tests are beginnings of `entriesOf` or `LEAVES`, or parts of them. */
const known = new Map<string, Uint8Array>();

/** The Merkle tree hash by the recursive definition of RFC 6962, section 2.1. */
function naiveRoot(entries: readonly Uint8Array[]): Uint8Array {
  const [first] = entries;
  if (first === undefined) return sha256(new Uint8Array());
  const key = `${toHex(first)} ${entries.length}`;
  const root = known.get(key) ?? definedRoot(entries, first);
  known.set(key, root);
  return root;
}

function definedRoot(entries: readonly Uint8Array[], first: Uint8Array): Uint8Array {
  if (entries.length === 1) return sha256(Buffer.concat([Buffer.of(0), first]));
  let middle = 1;
  while (middle * 2 < entries.length) middle *= 2;
  const [left, right] = [naiveRoot(entries.slice(0, middle)), naiveRoot(entries.slice(middle))];
  return sha256(Buffer.concat([Buffer.of(1), left, right]));
}

/** The hashes of ranges of `entries`, each put together from its complete subtrees, as the server reads them. */
function hashesOf(entries: readonly Uint8Array[], ranges: readonly Range[]): Uint8Array[] {
  return ranges.map((range) => {
    const subtrees = subtreesOf(range).map(({ level, position }) => {
      const width = 2 ** level;
      return naiveRoot(entries.slice(position * width, (position + 1) * width));
    });
    return rangeHash(sha256, subtrees);
  });
}

const entriesOf = (size: number) => Array.from({ length: size }, (_, at) => utf8(`entry ${at}`));

/** `bytes` with one bit flipped. */
function flipped(bytes: Uint8Array, bit: number): Uint8Array {
  const at = Math.floor(bit / 8) % bytes.length;
  return bytes.map((byte, place) => (place === at ? byte ^ (1 << (bit % 8)) : byte));
}

describe("the published vectors of certificate-transparency", () => {
  test("roots", () => {
    const roots = ROOTS.map((_, size) =>
      toHex(
        rootOf(
          sha256,
          LEAVES.slice(0, size).map((leaf) => leafHash(sha256, leaf)),
        ),
      ),
    );
    expect(roots).toEqual(ROOTS);
  });

  test.each(INCLUSIONS)("the inclusion proof of entry %i in a tree of %i", (index, size, published) => {
    const proof = hashesOf(LEAVES.slice(0, size), inclusionRanges(index, size));
    expect(proof.map(toHex)).toEqual(published);
  });

  test.each(CONSISTENCIES)("the consistency proof from %i to %i", (first, size, published) => {
    const proof = hashesOf(LEAVES.slice(0, size), consistencyRanges(first, size));
    expect(proof.map(toHex)).toEqual(published);
  });
});

test("up to 70 entries, roots are those of the definition, every proof verifies and no other position does", () => {
  for (let size = 0; size <= 70; size += 1) {
    const entries = entriesOf(size);
    const leaves = entries.map((entry) => leafHash(sha256, entry));
    const root = naiveRoot(entries);
    expect(rootOf(sha256, leaves)).toEqual(root);
    expect(hashesOf(entries, [{ start: 0, end: size }])).toEqual([root]);
    for (const [index, leaf] of leaves.entries()) {
      const proof = hashesOf(entries, inclusionRanges(index, size));
      expect(isIncluded(sha256, { index, size, leaf, proof, root })).toBe(true);
      expect(isIncluded(sha256, { index: index + 1, size, leaf, proof, root })).toBe(false);
      expect(isIncluded(sha256, { index, size, leaf, proof: [...proof, leaf], root })).toBe(false);
      expect(isIncluded(sha256, { index, size, leaf, proof: proof.slice(1), root })).toBe(proof.length === 0);
    }
    for (let first = 0; first <= size; first += 1) {
      const proof = hashesOf(entries, consistencyRanges(first, size));
      const firstRoot = naiveRoot(entries.slice(0, first));
      expect(isConsistent(sha256, { first, size, firstRoot, root, proof })).toBe(true);
      const isSame = first === size;
      expect(isConsistent(sha256, { first, size, firstRoot: sha256(root), root, proof })).toBe(false);
      expect(isConsistent(sha256, { first, size: size + 1, firstRoot, root, proof: [] })).toBe(first === 0);
      expect(isConsistent(sha256, { first, size, firstRoot, root, proof: proof.slice(0, -1) })).toBe(
        proof.length === 0 && (isSame || first === 0),
      );
    }
  }
});

test("up to 70 entries, an inclusion proof gives the root of the entries before", () => {
  for (let size = 1; size <= 70; size += 1) {
    const entries = entriesOf(size);
    for (let index = 0; index < size; index += 1) {
      const proof = hashesOf(entries, inclusionRanges(index, size));
      expect(rootBefore(sha256, { index, size, proof })).toEqual(naiveRoot(entries.slice(0, index)));
    }
  }
});

test("no flipped bit of a proof, a leaf or a root verifies", () => {
  const shape = fc
    .integer({ min: 2, max: 400 })
    .chain((size) =>
      fc.record({ size: fc.constant(size), index: fc.nat(size - 1), bit: fc.nat(255), part: fc.nat(100) }),
    );
  fc.assert(
    fc.property(shape, ({ size, index, bit, part }) => {
      const entries = entriesOf(size);
      const leaf = leafHash(sha256, entries[index] ?? utf8(""));
      const inclusion = {
        index,
        size,
        leaf,
        proof: hashesOf(entries, inclusionRanges(index, size)),
        root: naiveRoot(entries),
      };
      expect(isIncluded(sha256, inclusion)).toBe(true);
      const flip = (hashes: readonly Uint8Array[]) =>
        hashes.map((hash, at) => (at === part % hashes.length ? flipped(hash, bit) : hash));
      expect(isIncluded(sha256, { ...inclusion, proof: flip(inclusion.proof) })).toBe(false);
      expect(isIncluded(sha256, { ...inclusion, leaf: flipped(leaf, bit) })).toBe(false);
      expect(isIncluded(sha256, { ...inclusion, root: flipped(inclusion.root, bit) })).toBe(false);

      const first = index + 1;
      const firstRoot = naiveRoot(entries.slice(0, first));
      const consistency = {
        first,
        size,
        firstRoot,
        root: inclusion.root,
        proof: hashesOf(entries, consistencyRanges(first, size)),
      };
      expect(isConsistent(sha256, consistency)).toBe(true);
      expect(isConsistent(sha256, { ...consistency, proof: flip(consistency.proof) })).toBe(first === size);
      expect(isConsistent(sha256, { ...consistency, firstRoot: flipped(firstRoot, bit) })).toBe(false);
      expect(isConsistent(sha256, { ...consistency, root: flipped(inclusion.root, bit) })).toBe(false);
    }),
    { numRuns: 60 },
  );
});

test("a proof with a hash of another length proves nothing", () => {
  const entries = entriesOf(5);
  const root = naiveRoot(entries);
  const leaf = leafHash(sha256, entries[4] ?? utf8(""));
  const inclusion = { index: 4, size: 5, leaf, proof: hashesOf(entries, inclusionRanges(4, 5)), root };
  const consistency = {
    ...{ first: 3, size: 5, firstRoot: naiveRoot(entries.slice(0, 3)), root },
    proof: hashesOf(entries, consistencyRanges(3, 5)),
  };
  expect([isIncluded(sha256, inclusion), isConsistent(sha256, consistency)]).toEqual([true, true]);
  for (const length of [0, 31, 33, 1_000]) {
    const other = (hashes: readonly Uint8Array[]) => hashes.with(0, new Uint8Array(length));
    expect(isIncluded(sha256, { ...inclusion, proof: other(inclusion.proof) })).toBe(false);
    expect(isConsistent(sha256, { ...consistency, proof: other(consistency.proof) })).toBe(false);
  }
});

test("proofs in trees of more than 2^32 entries have the length of the path", () => {
  const size = 2 ** 40 + 3;
  expect(inclusionRanges(0, size)).toHaveLength(41);
  expect(inclusionRanges(size - 1, size)).toHaveLength(2);
  expect(subtreesOf({ start: 0, end: size })).toEqual([
    { level: 40, position: 0 },
    { level: 1, position: 2 ** 39 },
    { level: 0, position: 2 ** 40 + 2 },
  ]);
});

test.each([
  [{ level: 0, index: 1_234_067, width: 256 }, "tile/0/x001/x234/067"],
  [{ level: 0, index: 273, width: 112 }, "tile/0/273.p/112"],
  [{ level: 12, index: 0, width: 1 }, "tile/12/000.p/1"],
  [{ level: "entries" as const, index: 1_234_067, width: 8 }, "tile/entries/x001/x234/067.p/8"],
])("a tile's path is that of the specification: %o", (tile, path) => {
  expect(tilePath(tile)).toBe(path);
  expect(readTilePath(path)).toEqual(tile);
});

test.each([
  "tile/0/67",
  "tile/00/067",
  "tile/64/067",
  "tile/-1/067",
  "tile/0/x000/067",
  "tile/0/067.p/0",
  "tile/0/067.p/256",
  "tile/0/067.p/01",
  "tile/0/067/",
  "tile/0/001/067",
  "tile/0/x001/x234/x067",
  "tile/other/067",
  "tile/0/x999/x999/x999/x999/x999/999",
  "tile/0/",
  "checkpoint",
])("no other path is a tile: %s", (path) => {
  expect(readTilePath(path)).toBeUndefined();
});

test("a reader finds the hash of every complete subtree in the tiles", () => {
  const size = 600;
  const leaves = entriesOf(size).map((entry) => leafHash(sha256, entry));
  const tileBytes = (level: number, index: number, width: number) => {
    const span = 256 ** level;
    const starts = Array.from({ length: width }, (_, at) => (index * 256 + at) * span);
    return Buffer.concat(starts.map((start) => rootOf(sha256, leaves.slice(start, start + span))));
  };
  const subtrees = [0, 1, 255, 256, 257, 511, 599].flatMap((end) => subtreesOf({ start: 0, end }));
  for (const subtree of subtrees) {
    const place = placeOf(subtree, size);
    const { level, index, width } = place.tile;
    const bytes = tileBytes(Number(level), index, width);
    const span = 2 ** subtree.level;
    const expected = rootOf(sha256, leaves.slice(subtree.position * span, (subtree.position + 1) * span));
    expect(hashAt(sha256, place, bytes)).toEqual(expected);
    expect(() => hashAt(sha256, place, bytes.subarray(1))).toThrow(/bytes; it must have/);
  }
});

test("a bundle gives its entries again, and one that is cut off is refused", () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 700 }), { maxLength: 8 }), (entries) => {
      const bundle = entryBundle(entries);
      expect(readEntryBundle(bundle).map(toHex)).toEqual(entries.map(toHex));
      if (bundle.length > 0) expect(() => readEntryBundle(bundle.subarray(0, -1))).toThrow(LogFault);
    }),
  );
});

/** The example of golang.org/x/mod/sumdb/note. */
const NEUMANN = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";
const NOTE =
  "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n\n" +
  "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n";

function isSigned(publicKey: Uint8Array, text: Uint8Array, signature: Uint8Array): boolean {
  const x = Buffer.from(publicKey).toString("base64url");
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  return verify(null, text, key, signature);
}

test("the example note of Go's library opens with its key, and no flipped bit of it does", () => {
  const key = readVerifierKey(sha256, NEUMANN);
  expect(openNote(sha256, isSigned, NOTE, key)).toMatch(/^If you think .*\n.*\n$/);
  expect(verifierKey(sha256, key)).toBe(NEUMANN);
  const bytes = utf8(NOTE);
  for (let at = 0; at < bytes.length; at += 1) {
    const other = new TextDecoder().decode(flipped(bytes, at * 8));
    expect(() => openNote(sha256, isSigned, other, key)).toThrow(LogFault);
  }
});

test.each([
  ["", "must be NAME"],
  [NEUMANN.replace("c74f", "c74e"), "id does not fit"],
  [NEUMANN.replace("Peter", "Paul"), "id does not fit"],
  [NEUMANN.slice(0, -4), "must be NAME"],
])("another key is refused: %s", (text, message) => {
  expect(() => readVerifierKey(sha256, text)).toThrow(message);
});

test("a checkpoint that we sign opens, and one of another key, another log or another form is named", () => {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const { x = "" } = publicKey.export({ format: "jwk" });
  const key = { name: "labels.example.com/log", publicKey: Buffer.from(x, "base64url") };
  const checkpoint = { origin: key.name, size: 20_852_163, root: sha256(utf8("root")) };
  const text = checkpointText(checkpoint);
  const signature = sign(null, utf8(text), privateKey);
  const note = noteOf({ text, signatures: [{ name: key.name, keyId: keyIdOf(sha256, key), signature }] });
  const root = toBase64(checkpoint.root);

  expect(note).toMatch(/^labels\.example\.com\/log\n20852163\n\S{44}\n\n— labels\.example\.com\/log \S+\n$/);
  expect({ ...readCheckpoint(openNote(sha256, isSigned, note, key)) }).toEqual({
    ...checkpoint,
    root: fromBase64(root),
  });
  expect(() => openNote(sha256, isSigned, note, readVerifierKey(sha256, NEUMANN))).toThrow(
    "is not signed with the key",
  );
  expect(() => openNote(sha256, isSigned, note.replace("20852163", "20852164"), key)).toThrow(
    "does not fit the note",
  );
  expect(() => openNote(sha256, isSigned, "a".repeat(1_000_000), key)).toThrow("has more than");
  expect(() => openNote(sha256, isSigned, note.replace("\n\n", "\n"), key)).toThrow("no empty line");
  expect(() => readCheckpoint(`\n1\n${root}\n`)).toThrow("names no log");
  expect(() => readCheckpoint(`a\n01\n${root}\n`)).toThrow("size is not a number: 01");
  expect(() => readCheckpoint(`a\n-1\n${root}\n`)).toThrow("size");
  expect(() => readCheckpoint(`a\n9999999999999999\n${root}\n`)).toThrow("size");
  expect(() => readCheckpoint(`a\n1\n${root.slice(4)}\n`)).toThrow("root");
});

test("a proof's text gives the proof again; another form is named", () => {
  const proof = { index: 73_894, hashes: [sha256(utf8("a")), sha256(utf8("b"))], checkpoint: NOTE };
  const text = proofText(proof);
  expect(text.split("\n").slice(0, 2)).toEqual(["c2sp.org/tlog-proof@v1", "index 73894"]);
  const { hashes, ...read } = readProof(text);
  expect(read).toEqual({ index: proof.index, checkpoint: NOTE });
  expect(hashes.map(toHex)).toEqual(proof.hashes.map(toHex));
  expect(() => readProof("")).toThrow("does not begin");
  expect(() => readProof(text.replace("index 7", "index 07"))).toThrow("index NUMBER");
  expect(() => readProof(text.replace(/^[^\n]{44}$/m, "AAAA"))).toThrow("SHA-256 in base64");
});

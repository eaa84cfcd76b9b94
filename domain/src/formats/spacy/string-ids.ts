/** The strings to which spaCy gave small numbers, from a number on. Source: spacy/symbols.pyx of spaCy 3.8. */
const SYMBOLS: readonly (readonly [first: number, names: string])[] = [
  [
    1,
    "IS_ALPHA IS_ASCII IS_DIGIT IS_LOWER IS_PUNCT IS_SPACE IS_TITLE IS_UPPER LIKE_URL LIKE_NUM LIKE_EMAIL IS_STOP IS_OOV_DEPRECATED IS_BRACKET IS_QUOTE IS_LEFT_PUNCT IS_RIGHT_PUNCT IS_CURRENCY",
  ],
  [19, numbered("FLAG", 19, 63, 2)],
  [
    64,
    "ID ORTH LOWER NORM SHAPE PREFIX SUFFIX LENGTH CLUSTER LEMMA POS TAG DEP ENT_IOB ENT_TYPE HEAD SENT_START SPACY PROB LANG ADJ ADP ADV AUX CONJ CCONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ SYM VERB X EOL SPACE",
  ],
  [104, numbered("DEPRECATED", 1, 276, 3)],
  [
    380,
    "PERSON NORP FACILITY ORG GPE LOC PRODUCT EVENT WORK_OF_ART LANGUAGE LAW DATE TIME PERCENT MONEY QUANTITY ORDINAL CARDINAL acomp advcl advmod agent amod appos attr aux auxpass cc ccomp complm conj cop csubj csubjpass dep det dobj expl hmod hyph infmod intj iobj mark meta neg nmod nn npadvmod nsubj nsubjpass num number oprd obj obl parataxis partmod pcomp pobj poss possessive preconj prep prt punct quantmod relcl rcmod root xcomp acl ENT_KB_ID MORPH ENT_ID IDX _",
  ],
];

function numbered(name: string, from: number, to: number, digits: number): string {
  return Array.from(
    { length: to - from + 1 },
    (_, index) => name + String(from + index).padStart(digits, "0"),
  ).join(" ");
}

const NUMBERS = new Map(
  SYMBOLS.flatMap(([first, names]) =>
    names.split(" ").map((name, index) => [name, BigInt(first + index)] as const),
  ),
);

const encoder = new TextEncoder();

/**
 * The number that spaCy's `StringStore` gives to a string: 0 for the empty one, small ones for its symbols, else the
 * MurmurHash64A of the UTF-8 bytes with the seed 1. Source: spacy/strings.pyx.
 */
export function stringId(text: string): bigint {
  if (text === "") return 0n;
  return NUMBERS.get(text) ?? murmurHash64A(encoder.encode(text), 1n);
}

const M = 0xc6a4a7935bd1e995n;

/** Source: Austin Appleby, MurmurHash2.cpp, for machines of 64 bits with the lowest byte first. */
function murmurHash64A(bytes: Uint8Array, seed: bigint): bigint {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const multiplied = (value: bigint) => BigInt.asUintN(64, value * M);
  let hash = seed ^ multiplied(BigInt(bytes.length));
  const rest = bytes.length % 8;
  for (let at = 0; at < bytes.length - rest; at += 8) {
    let word = multiplied(view.getBigUint64(at, true));
    word = multiplied(word ^ (word >> 47n));
    hash = multiplied(hash ^ word);
  }
  if (rest > 0) {
    for (let at = rest - 1; at >= 0; at -= 1) {
      hash ^= BigInt(bytes[bytes.length - rest + at] ?? 0) << BigInt(8 * at);
    }
    hash = multiplied(hash);
  }
  hash = multiplied(hash ^ (hash >> 47n));
  return hash ^ (hash >> 47n);
}

import { randomFillSync } from "node:crypto";

const PREFIXES = {
  account: "acct",
  key: "key",
  member: "mem",
  person: "pers",
  credential: "cred",
  session: "sess",
  project: "proj",
  upload: "upl",
  source: "src",
  file: "file",
  batch: "batch",
  certificate: "cert",
  item: "item",
  task: "task",
  annotation: "ann",
  export: "exp",
  dataset: "ds",
  webhook: "wh",
  event: "evt",
  delivery: "dlv",
  attempt: "att",
  prediction: "pred",
  model: "model",
  run: "run",
  model_request: "mreq",
  notification: "note",
  job: "job",
  pause: "pause",
  change: "chg",
  comment: "cmt",
  request: "req",
} as const;
export type IdKind = keyof typeof PREFIXES;

/** Every kind of id. */
export const KINDS = Object.keys(PREFIXES) as IdKind[]; // safe: the object is a constant

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const POOL = new Uint8Array(4096);
let used = POOL.length;

/**
 * A new identifier: the kind's prefix, `_`, and a ULID (10 characters of milliseconds, 16 random ones, in
 * Crockford's base 32, upper case), so that ids of one kind sort by the millisecond of their creation.
 *
 * Source: github.com/ulid/spec. The time comes from the process's clock: it only says when an id was made,
 * and only `firstIdAt` compares it with a stored time.
 */
export function newId(kind: IdKind): string {
  return `${PREFIXES[kind]}_${time(Date.now())}${random()}`;
}

/**
 * No id of that kind made since `at` is less. With it the index of the ids finds rows of some age, where a period is so long that the
 * clocks of processes do not matter.
 */
export function firstIdAt(kind: IdKind, at: Date): string {
  return `${PREFIXES[kind]}_${time(at.getTime())}`;
}

/** Whether `text` has the form of an id of that kind; any other text cannot exist and is a 404. */
export function isId(kind: IdKind, text: string): boolean {
  const prefix = PREFIXES[kind];
  return (
    text.length === prefix.length + 27 &&
    text.startsWith(`${prefix}_`) &&
    /^[0-9A-HJKMNP-TV-Z]{26}$/.test(text.slice(-26))
  );
}

/** The kind of an id; undefined if no kind has its prefix. */
export function kindOf(id: string): IdKind | undefined {
  return KINDS.find((kind) => id.startsWith(`${PREFIXES[kind]}_`));
}

function time(ms: number): string {
  let text = "";
  for (let rest = ms, digit = 0; digit < 10; digit += 1) {
    text = ALPHABET.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

function random(): string {
  if (used + 16 > POOL.length) {
    randomFillSync(POOL);
    used = 0;
  }
  let text = "";
  for (const byte of POOL.subarray(used, used + 16)) text += ALPHABET.charAt(byte & 31);
  used += 16;
  return text;
}

import { Encoder } from "@msgpack/msgpack";
import { withoutOverlaps } from "../overlaps.ts";
import type { LabeledSpan } from "../results.ts";
import { stringId } from "./string-ids.ts";
import { type SpacyToken, spacyTokens } from "./tokens.ts";
import { stored } from "./zlib.ts";

/** A document as spaCy has it. */
export interface Doc {
  readonly text: string;
  /** The group `sc` of spans, in their order; null if nobody has labeled the spans. */
  readonly spans: readonly LabeledSpan[] | null;
  /** The categories: 1 for those of the document and 0 for the others. */
  readonly cats: Readonly<Record<string, number>>;
  readonly user_data: Readonly<Record<string, unknown>>;
}

/** ORTH, ENT_IOB and ENT_TYPE, the columns of `tokens`. */
const ATTRIBUTES = [65, 77, 78];

const TOKEN_BYTES = ATTRIBUTES.length * 8;

const SPAN_BYTES = 40;

const MISSING = 0;
const [INSIDE, OUTSIDE, BEGINS] = [1, 2, 3];

/** One for all: each has a buffer of its own. */
const encoder = new Encoder();

/**
 * Documents as the bytes of a `.spacy` file, `DocBin` of spaCy, which holds them in columns: so many as fit into
 * memory. `doc.ents` has the spans that do not overlap an earlier one: of those that begin together the longest.
 *
 * Source: spacy/tokens/_serialize.py and span_group.pyx of spaCy 3.8.
 */
export class DocBin {
  readonly #ids = new Map<string, bigint>();
  #rows = new DataView(new ArrayBuffer(4_096 * TOKEN_BYTES));
  readonly #spaces: number[] = [];
  readonly #lengths: number[] = [];
  readonly #cats: object[] = [];
  readonly #span_groups: Uint8Array[] = [];
  readonly #user_data: Uint8Array[] = [];
  /** How many tokens there are. */
  size = 0;

  add({ text, spans, cats, user_data }: Doc): void {
    const tokens = spacyTokens(text, spans ?? []);
    this.#addRows(tokens, spans);
    for (const { spaced } of tokens) this.#spaces.push(spaced ? 1 : 0);
    this.#lengths.push(tokens.length);
    this.#cats.push(cats);
    this.#span_groups.push(encoder.encode(spans === null ? [] : [this.#group(tokens, spans)]));
    this.#user_data.push(encoder.encode(user_data));
    this.size += tokens.length;
  }

  /** All documents. The same documents give the same bytes. */
  *bytes(): Generator<Uint8Array> {
    const lengths = new Uint8Array(this.#lengths.length * 4);
    const view = new DataView(lengths.buffer);
    for (const [index, length] of this.#lengths.entries()) view.setInt32(4 * index, length, true);
    const content = {
      version: "0.1",
      attrs: ATTRIBUTES,
      tokens: new Uint8Array(this.#rows.buffer, 0, this.size * TOKEN_BYTES),
      spaces: new Uint8Array(this.#spaces),
      lengths,
      strings: [...this.#ids.keys()].sort(),
      cats: this.#cats,
      flags: this.#cats.map(() => ({ has_unknown_spaces: false })),
      span_groups: this.#span_groups,
      user_data: this.#user_data,
    };
    yield* stored(encoder.encode(content));
  }

  #idOf(text: string): bigint {
    const known = this.#ids.get(text);
    if (known !== undefined) return known;
    const id = stringId(text);
    this.#ids.set(text, id);
    return id;
  }

  #addRows(tokens: readonly SpacyToken[], spans: readonly LabeledSpan[] | null): void {
    const rows = this.#rowsFor(tokens.length);
    const none = spans === null ? MISSING : OUTSIDE;
    const entities = withoutOverlaps(spans ?? []);
    let next = 0;
    let at = this.size * TOKEN_BYTES;
    for (const { text, start } of tokens) {
      while ((entities[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next += 1;
      const entity = entities[next];
      rows.setBigUint64(at, this.#idOf(text), true);
      if (entity === undefined || entity.start > start) rows.setUint8(at + 8, none);
      else {
        rows.setUint8(at + 8, entity.start === start ? BEGINS : INSIDE);
        rows.setBigUint64(at + 16, this.#idOf(entity.label), true);
      }
      at += TOKEN_BYTES;
    }
  }

  /** The rows, with space for more. */
  #rowsFor(more: number): DataView {
    const needed = (this.size + more) * TOKEN_BYTES;
    if (needed > this.#rows.byteLength) {
      const larger = new Uint8Array(2 * needed);
      larger.set(new Uint8Array(this.#rows.buffer, 0, this.size * TOKEN_BYTES));
      this.#rows = new DataView(larger.buffer);
    }
    return this.#rows;
  }

  /** The group `sc`, each span as struct `>QQQllll`: id, kb_id, label, tokens from and to, characters from and to. */
  #group(tokens: readonly SpacyToken[], spans: readonly LabeledSpan[]): Uint8Array {
    const view = new DataView(new ArrayBuffer(spans.length * SPAN_BYTES));
    const packed = spans.map(({ start, end, label }, index) => {
      const at = index * SPAN_BYTES;
      const first = firstThat(tokens, (token) => token.start >= start);
      const last = firstThat(tokens, (token) => token.end >= end);
      view.setBigUint64(at + 16, this.#idOf(label));
      view.setInt32(at + 24, first);
      view.setInt32(at + 28, last + 1);
      view.setInt32(at + 32, start);
      view.setInt32(at + 36, end);
      return new Uint8Array(view.buffer, at, SPAN_BYTES);
    });
    return encoder.encode({ name: "sc", attrs: {}, spans: packed });
  }
}

/** The index of the first of ascending tokens for which `isIt` is true, as it is for all after it. */
function firstThat(tokens: readonly SpacyToken[], isIt: (token: SpacyToken) => boolean): number {
  let [from, to] = [0, tokens.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const token = tokens[middle];
    if (token !== undefined && isIt(token)) to = middle;
    else from = middle + 1;
  }
  return from;
}

import { onlyAccepted } from "./accepted.ts";
import { categoryFinder } from "./categories.ts";
import type { ExportContext, ExportItem, Format, Pages } from "./format.ts";
import { percentEncoded } from "./label-names.ts";
import { fieldsLost } from "./loss.ts";
import { withoutOverlaps } from "./overlaps.ts";
import { textOfEach } from "./pages.ts";
import { isEntities, type LabeledSpan, spansOf } from "./results.ts";
import { type Token, tokenise } from "./tokens.ts";

/** Exactly the line that spaCy splits documents at. */
const DOCUMENT = "-DOCSTART- -X- O O\n\n";

const NOTHING_CARRIED: ReadonlySet<string> = new Set();

/**
 * Entities as one token per line, in the four columns of CoNLL-2003: token, `-X-` (no part of speech), `_`
 * (no chunk) and the BIO tag. Each accepted item is a document in the order of the items; a blank line
 * follows each line of its text, except at line ends within a span.
 *
 * `tokenise` defines tokens. Tokens are split at the ends of spans, so a span that ends within a word is
 * exact. A token has one tag: of overlapping spans the one that begins first is kept, of several that begin
 * together the longest, and then the first given. A span without a token (white space only) is left out too.
 * In a tag, white space, control characters and `%` of the label are percent-encoded. Source: Tjong Kim Sang
 * and De Meulder, CoNLL-2003 shared task.
 */
export const conll: Format = {
  name: "conll",
  aliases: ["conll2003", "bio"],
  types: ["named_entity_recognition"],
  media_type: "text/plain; charset=utf-8",
  extension: "conll",
  single: true,
  files: async function* (context, items) {
    yield [{ path: "dataset.conll", content: documents(context, items()) }];
  },
  loss,
};

function documents({ categories }: ExportContext, items: Pages): AsyncGenerator<string> {
  const findCategory = categoryFinder(categories);
  const names = categories.map((label) => percentEncoded(label, /[^\p{Z}\p{Cc}\uFEFF%]/u));
  return textOfEach(
    onlyAccepted(items),
    (item) => DOCUMENT + document(item, (label) => names[findCategory(item, label)] ?? label),
  );
}

function document(item: ExportItem, nameOf: (label: string) => string): string {
  const lines = taggedTokens(item).map(({ token, span, isFirst }) => {
    const tag = span ? `${isFirst ? "B" : "I"}-${nameOf(span.label)}` : "O";
    const endsBlock = token.startsLine && (span === undefined || isFirst);
    return `${endsBlock ? "\n" : ""}${token.text} -X- _ ${tag}\n`;
  });
  return lines.length === 0 ? "" : `${lines.join("").replace(/^\n/, "")}\n`;
}

interface TaggedToken {
  readonly token: Token;
  readonly span: LabeledSpan | undefined;
  /** Whether the token is the first one of its span. */
  readonly isFirst: boolean;
}

function taggedTokens({ text, result }: ExportItem): TaggedToken[] {
  const spans = withoutOverlaps(spansOf(result));
  const tokens = tokenise(text ?? "", new Set(spans.flatMap(({ start, end }) => [start, end])));
  let next = 0;
  let last: LabeledSpan | undefined;
  return tokens.map((token) => {
    while ((spans[next]?.end ?? Number.POSITIVE_INFINITY) <= token.start) next += 1;
    const span = spans[next];
    const held = span && span.start <= token.start ? span : undefined;
    const isFirst = held !== last;
    last = held;
    return { token, span: held, isFirst };
  });
}

function loss(item: ExportItem): string[] {
  const lost = fieldsLost(item, NOTHING_CARRIED);
  if (item.status !== "accepted") return ["status", ...lost];
  if (!isEntities(item.result)) return lost;

  const tagged = taggedTokens(item);
  const carried = tagged.filter(({ span, isFirst }) => span && isFirst).length;
  const isSpaced = tagged.map(({ token }) => token.text).join(" ") === item.text;
  return [
    ...lost.filter((path) => path !== "text" || !isSpaced),
    ...(carried < item.result.spans.length || tagged.some(isTrimmed) ? ["spans"] : []),
    ...(item.result.relations?.length ? ["relations"] : []),
  ];
}

/** Whether the token is at an end of its span and omits white space of the span. */
function isTrimmed(
  { token, span, isFirst }: TaggedToken,
  place: number,
  tagged: readonly TaggedToken[],
): boolean {
  if (span === undefined) return false;
  const isLast = tagged[place + 1]?.span !== span;
  return (isFirst && token.start > span.start) || (isLast && token.end < span.end);
}

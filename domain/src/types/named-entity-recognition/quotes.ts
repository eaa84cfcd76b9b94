import Type from "typebox";
import { Compile } from "typebox/compile";
import { codePointLength } from "../../code-points.ts";
import { LabelName } from "../../labels.ts";
import { RelationName } from "../../relation-types.ts";
import type { QuotedForm } from "../annotation-type.ts";
import type { NamedEntityResult } from "./schema.ts";

const Quote = Type.Object(
  {
    quote: Type.String({ minLength: 1, description: "The words of the span, copied from the text exactly." }),
    occurrence: Type.Integer({
      minimum: 1,
      description: "1 for the first time that the text has these words, 2 for the second, and so on.",
    }),
    label: LabelName,
  },
  { additionalProperties: false },
);

const Relation = Type.Object(
  {
    from: Type.Integer({ minimum: 0, description: "Index in `spans`, from 0." }),
    to: Type.Integer({ minimum: 0, description: "Index in `spans`, from 0." }),
    label: RelationName,
  },
  { additionalProperties: false },
);

const QuotedSpans = Type.Object(
  {
    spans: Type.Array(Quote, { description: "In any order; an empty list if the text has none." }),
    relations: Type.Array(Relation, { description: "Directed relations between spans; often empty." }),
  },
  { additionalProperties: false },
);

const check = Compile(QuotedSpans);

/** The most spans of an answer: each other quote searches the whole text once. */
const MOST_SPANS = 2_000;

/** Spans by their words. A quote that the text does not have, or not so often, is the fault of the whole answer. */
export const quotedSpans: QuotedForm = {
  schema: QuotedSpans,
  locate(answer, text) {
    if (!check.Check(answer)) return { fault: "the spans must have quote, occurrence and label" };
    if (answer.spans.length > MOST_SPANS) return { fault: `the answer has more than ${MOST_SPANS} spans` };
    const placesOf = createSearch(text);
    const places: number[] = [];
    for (const { quote, occurrence } of answer.spans) {
      const at = placesOf(quote, occurrence);
      if (at === undefined) return { fault: faultOf(quote, occurrence) };
      places.push(at);
    }
    const offsets = codePointOffsets(text, places);
    const spans: NamedEntityResult["spans"] = answer.spans.map(({ quote, label }, index) => {
      const start = offsets.get(places[index] ?? 0) ?? 0;
      return { start, end: start + codePointLength(quote), label };
    });
    return { result: answer.relations.length === 0 ? { spans } : { spans, relations: answer.relations } };
  },
};

/** Finds where a quote occurs for the nth time, in UTF-16 units; undefined if it does not. Each quote is searched once. */
function createSearch(text: string): (quote: string, occurrence: number) => number | undefined {
  const known = new Map<string, number[]>();
  return (quote, occurrence) => {
    const places = known.get(quote) ?? [];
    known.set(quote, places);
    while (places.length < occurrence) {
      const at = text.indexOf(quote, (places.at(-1) ?? -1) + 1);
      if (at === -1) return undefined;
      places.push(at);
    }
    return places[occurrence - 1];
  };
}

/** Code points before each of these places, in one walk through the text. */
function codePointOffsets(text: string, places: readonly number[]): ReadonlyMap<number, number> {
  const offsets = new Map<number, number>();
  let [from, count] = [0, 0];
  for (const at of places.toSorted((one, other) => one - other)) {
    count += codePointLength(text.slice(from, at));
    from = at;
    offsets.set(at, count);
  }
  return offsets;
}

function faultOf(quote: string, occurrence: number): string {
  const often = occurrence === 1 ? "" : ` ${occurrence} times`;
  return `the text does not have the quote ${JSON.stringify(quote.slice(0, 100))}${often}`;
}

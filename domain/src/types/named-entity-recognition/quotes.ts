import Type, { type Static } from "typebox";
import { Compile } from "typebox/compile";
import { codePointLength } from "../../code-points.ts";
import { LabelName } from "../../labels.ts";
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
    label: LabelName,
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

/** Spans by their words. A quote that the text does not have, or not so often, is the fault of the whole answer. */
export const quotedSpans: QuotedForm = {
  schema: QuotedSpans,
  locate(answer, text) {
    if (!check.Check(answer)) return { fault: "the spans must have quote, occurrence and label" };
    const spans: NamedEntityResult["spans"] = [];
    for (const { quote, occurrence, label } of answer.spans) {
      const at = placeOf(text, quote, occurrence);
      if (at === -1) return { fault: faultOf(quote, occurrence) };
      const start = codePointLength(text.slice(0, at));
      spans.push({ start, end: start + codePointLength(quote), label });
    }
    return { result: answer.relations.length === 0 ? { spans } : { spans, relations: answer.relations } };
  },
};

function placeOf(text: string, quote: Static<typeof Quote>["quote"], occurrence: number): number {
  let at = -1;
  for (let found = 0; found < occurrence; found += 1) {
    at = text.indexOf(quote, at + 1);
    if (at === -1) return -1;
  }
  return at;
}

function faultOf(quote: string, occurrence: number): string {
  const often = occurrence === 1 ? "" : ` ${occurrence} times`;
  return `the text does not have the quote ${JSON.stringify(quote.slice(0, 100))}${often}`;
}

import { codePointLength } from "../../code-points.ts";
import type { Fault } from "../../errors.ts";
import type { AllowedLabels } from "../annotation-type.ts";
import { defineType, labelFaults } from "../define-type.ts";
import { first } from "../shape.ts";
import { ACCEPTABLE_F1, f1 } from "../vote.ts";
import { decideSpans } from "./batch-consensus.ts";
import { spanConsensus, spanGroups } from "./consensus.ts";
import { marks } from "./marks.ts";
import { quotedSpans } from "./quotes.ts";
import { NamedEntityResult, type Span } from "./schema.ts";

const TOLERANCE = { min_f1: ACCEPTABLE_F1 };

/**
 * Labeled spans of a text, and relations between them.
 *
 * F1 counts spans with the same start, end and label, and relations with the same label between such spans.
 * Distance: 1 − F1. Acceptable: F1 of at least `min_f1`, .9, or 1 if strict.
 */
export const namedEntityRecognition = defineType(NamedEntityResult, {
  name: "named_entity_recognition",
  aliases: ["ner", "text_span", "entity_recognition"],
  media: ["text"],
  default_format: "conll",
  tolerance: TOLERANCE,
  quoted: quotedSpans,
  sameWhen: (given) => {
    const { strict, min_f1 } = { ...TOLERANCE, ...given };
    return strict || min_f1 === 1
      ? null
      : `if their F1 is at least ${min_f1}, where spans match if their ends and labels are equal`;
  },
  *faults({ spans, relations = [] }, { text }, allowed) {
    const length = text === null ? Number.POSITIVE_INFINITY : codePointLength(text);
    for (const [index, span] of spans.entries()) {
      yield* labelFaults(`spans.${index}.label`, span.label, allowed);
      yield* offsetFaults(`spans.${index}`, span, length);
    }
    for (const [index, { from, to, label }] of relations.entries()) {
      yield* relationFaults(`relations.${index}.label`, label, allowed);
      yield* indexFaults(`relations.${index}.from`, from, spans.length);
      yield* indexFaults(`relations.${index}.to`, to, spans.length);
      const { source, target } = allowed?.relations?.get(label) ?? {};
      yield* endFaults(`relations.${index}.from`, label, spans[from], source);
      yield* endFaults(`relations.${index}.to`, label, spans[to], target);
    }
  },
  labels: ({ spans, relations = [] }) => [...spans, ...relations].map(({ label }) => label),
  mapLabels: ({ spans, relations }, rename) => {
    const renamed = <M extends { label: string }>(mark: M): M => ({ ...mark, label: rename(mark.label) });
    return relations === undefined
      ? { spans: spans.map(renamed) }
      : { spans: spans.map(renamed), relations: relations.map(renamed) };
  },
  distance: (a, b) => 1 - sharedF1(a, b),
  consensus: spanConsensus,
  decideTogether: decideSpans,
  objectGroups: (results) => spanGroups(results),
  acceptable: (delivered, audited, tolerance) => {
    const { strict, min_f1 } = { ...TOLERANCE, ...tolerance };
    return sharedF1(delivered, audited) >= (strict ? 1 : min_f1);
  },
});

function sharedF1(a: NamedEntityResult, b: NamedEntityResult): number {
  const [inOne, inOther] = [marks(a), marks(b)];
  const shared = [...inOne].filter((mark) => inOther.has(mark)).length;
  return f1(shared, inOne.size, inOther.size);
}

function* offsetFaults(path: string, { start, end }: Span, length: number): Generator<Fault> {
  if (start >= end) yield { path: `${path}.end`, message: `must be greater than start, which is ${start}` };
  if (end > length) {
    yield {
      path: `${path}.end`,
      message: `must be at most ${length}, the number of code points in the text`,
    };
  }
}

/** A project without relation types gives relations the labels of spans. */
function relationFaults(path: string, label: string, allowed: AllowedLabels): Generator<Fault> {
  return allowed?.relations === undefined
    ? labelFaults(path, label, allowed)
    : labelFaults(path, label, new Set(allowed.relations.keys()), "relation types");
}

function* endFaults(
  path: string,
  relation: string,
  span: Span | undefined,
  fitting: ReadonlySet<string> | undefined,
): Generator<Fault> {
  if (span === undefined || fitting === undefined || fitting.size === 0 || fitting.has(span.label)) return;
  const named = first(20, fitting).join(", ");
  yield {
    path,
    message: `must be a span with one of the labels that "${relation}" allows here (${named}), not "${span.label}"`,
  };
}

function* indexFaults(path: string, index: number, spans: number): Generator<Fault> {
  if (index >= spans) yield { path, message: `must be the index of a span; there are ${spans}` };
}

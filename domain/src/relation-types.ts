import Type, { type Static } from "typebox";
import type { Fault } from "./errors.ts";

/** The name of a relation in a result: 1 to 200 characters, compared exactly. */
export const RelationName = Type.String({
  minLength: 1,
  maxLength: 200,
  description:
    "The name of a relation type: one of the project's labels with `relation` that is not retired, or any label of spans if the project has no relation type.",
});

const Ends = (which: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
    maxItems: 1_000,
    description: `The ids or names of the labels that the ${which} span can have; empty: each. Responses show ids.`,
  });

/** What makes a label in a request a relation type. */
export const RelationInput = Type.Object(
  {
    source: Type.Optional(Ends("first")),
    target: Type.Optional(Ends("second")),
  },
  {
    additionalProperties: false,
    description:
      "Makes the label a relation type, for relations between two spans instead of spans; for `named_entity_recognition` only.",
  },
);

/** The same as a project stores and returns it: complete, with ids. */
export const Relation = Type.Object(
  { source: Type.Array(Type.String()), target: Type.Array(Type.String()) },
  { description: "Absent: the label is none of relations." },
);

interface MaybeRelation {
  readonly id: string;
  readonly retired: boolean;
  readonly relation?: Static<typeof Relation>;
}

/** Relation types of other annotation types, without a label for spans, or with ends that are no labels of spans. */
export function relationFaults(labels: readonly MaybeRelation[], annotation_type: string): Fault[] {
  const spans = labels.filter(({ relation }) => relation === undefined);
  const ids = new Set(spans.map(({ id }) => id));
  const hasSpans = spans.some(({ retired }) => !retired);
  return labels.flatMap(({ relation, retired }, index) => {
    const path = `${index}.relation`;
    if (relation === undefined) return [];
    if (annotation_type !== "named_entity_recognition")
      return [{ path, message: `must be absent: answers of ${annotation_type} have no relations` }];
    if (!hasSpans && !retired)
      return [{ path, message: "needs a label for spans in the list, which is not retired" }];
    return (["source", "target"] as const).flatMap((end) =>
      relation[end].flatMap((id, place) =>
        ids.has(id)
          ? []
          : [
              {
                path: `${path}.${end}.${place}`,
                message: `"${id}" is neither an id nor a name of a label for spans in the list`,
              },
            ],
      ),
    );
  });
}

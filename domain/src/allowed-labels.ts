import type { Label } from "./labels.ts";
import type { AllowedLabels, RelationEnds } from "./types/annotation-type.ts";

/** The names that new answers may use; null, for any name, if all labels are retired or there are none. */
export function allowedLabels(labels: readonly Label[]): AllowedLabels {
  const inUse = labels.filter(({ retired }) => !retired);
  const names = new Set(inUse.filter(({ relation }) => relation === undefined).map(({ name }) => name));
  const nameOf = new Map(labels.map(({ id, name }) => [id, name]));
  const named = (ids: readonly string[]) => new Set(ids.map((id) => nameOf.get(id) ?? id));
  const relations = new Map(
    inUse.flatMap(({ name, relation }): [string, RelationEnds][] =>
      relation === undefined
        ? []
        : [[name, { source: named(relation.source), target: named(relation.target) }]],
    ),
  );
  if (relations.size > 0) return Object.assign(names, { relations });
  return names.size === 0 ? null : names;
}

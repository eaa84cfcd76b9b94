import { ITEM, isShownAt } from "@assay/domain/fields.ts";
import type { DetectedObject } from "@assay/domain/types/object-detection/schema.ts";
import type { Guidelines } from "../editor.ts";

/** An attribute as its label defines it. */
export type Definition = Guidelines["labels"][number]["attributes"][number];
/** The attributes of a box by name. */
export type Values = NonNullable<DetectedObject["attributes"]>;

/** The attributes that are asked, given the answers to those before, and those that have a value. */
export function askedAttributes(definitions: readonly Definition[], values: Values): readonly Definition[] {
  const shown = shownNames(definitions, values);
  return definitions.filter(({ name }) => shown.has(name) || values[name] !== undefined);
}

/** The values after a change, without those of attributes that are no longer asked. */
export function withValue(
  definitions: readonly Definition[],
  before: Values,
  [name, value]: readonly [name: string, value: Values[string] | undefined],
): Values {
  const { [name]: _before, ...rest } = before;
  const values = value === undefined ? rest : { ...rest, [name]: value };
  const asked = new Set(definitions.map((definition) => definition.name));
  const shown = shownNames(definitions, values);
  return Object.fromEntries(
    Object.entries(values).filter(([each]) => each === name || shown.has(each) || !asked.has(each)),
  );
}

function shownNames(definitions: readonly Definition[], values: Values): ReadonlySet<string> {
  const shown = new Map<string, ReadonlyMap<string, unknown>>();
  for (const definition of definitions) {
    const { name } = definition;
    if (isShownAt(definition, ITEM, shown)) shown.set(name, new Map([[ITEM, values[name]]]));
  }
  return new Set(shown.keys());
}

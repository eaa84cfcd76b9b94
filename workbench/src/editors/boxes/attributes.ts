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

/** By the rule of fields (`isShownAt` in domain), which would add a twelfth to the size of the editor. */
function shownNames(definitions: readonly Definition[], values: Values): ReadonlySet<string> {
  const shown = new Set<string>();
  for (const { name, when } of definitions) {
    const value = when !== undefined && shown.has(when.field) ? values[when.field] : undefined;
    const isMet = Array.isArray(value) ? value.includes(String(when?.equals)) : value === when?.equals;
    if (isMet) shown.add(name);
  }
  return shown;
}

import type { FieldDefinition } from "./field-definition.ts";

// Apart from the schema, so that the workbench loads these without it.

/** What the field describes: the item, or each response, object or message. */
export function perOf({ per }: FieldDefinition): "item" | "object" | "response" | "message" {
  return per ?? "item";
}

/** Whether fields of the type need `options`. */
export function hasOptions(type: FieldDefinition["type"]): boolean {
  return type === "choice" || type === "multi_choice" || type === "highlight";
}

/** The minimum and maximum of a field's number, length or count. */
export function limits({ type, min, max }: FieldDefinition): { readonly min: number; readonly max: number } {
  const least = {
    choice: 0,
    multi_choice: 0,
    text: 0,
    rating: 1,
    number: Number.NEGATIVE_INFINITY,
    highlight: 0,
  };
  const most = {
    choice: 0,
    multi_choice: 1_000,
    text: 10_000,
    rating: 5,
    number: Number.POSITIVE_INFINITY,
    highlight: 1_000,
  };
  return { min: min ?? least[type], max: max ?? most[type] };
}

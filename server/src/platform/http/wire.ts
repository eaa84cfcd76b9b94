import Type, { type TSchema } from "typebox";
import { LIMITS } from "../limits.ts";

/** `T` or null, as OpenAPI 3.1 writes it. */
export function nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}

/** A time as every answer writes it: UTC, milliseconds, `Z`. */
export const Timestamp = Type.String({ format: "date-time", examples: ["2026-11-21T03:00:00.000Z"] });

/** At most 50 keys of up to 40 characters, each with text of up to 500. */
export const MetadataBody = Type.Unsafe<Record<string, string>>({
  type: "object",
  propertyNames: { minLength: 1, maxLength: LIMITS.metadata_key_characters },
  additionalProperties: { type: "string", maxLength: LIMITS.metadata_value_characters },
  maxProperties: LIMITS.metadata_keys,
  description: "Your own data: up to 50 keys of 40 characters, with values of up to 500",
});

/** Metadata as it is given back: a line of an upload may hold any JSON value. */
export const Metadata = Type.Record(Type.String(), Type.Unknown());

/** An answer to an item, which only the rules of its annotation type know closer. */
export function answer(description: string) {
  return Type.Unsafe<unknown>(Type.Record(Type.String(), Type.Unknown(), { description }));
}

/** The one path parameter of a resource. */
export const IdParams = Type.Object({ id: Type.String() });

/** A page of a list. */
export function page<T extends TSchema>(item: T) {
  return Type.Object({
    data: Type.Array(item),
    has_more: Type.Boolean(),
    next_cursor: nullable(Type.String({ description: "Send it as `cursor` for the next page" })),
  });
}

/** A time for the wire. */
export function iso(time: Date): string {
  return time.toISOString();
}

/** A time for the wire, or null. */
export function isoOrNull(time: Date | null): string | null {
  return time === null ? null : time.toISOString();
}

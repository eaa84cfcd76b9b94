import Type, { type TSchema } from "typebox";
import { LIMITS } from "../limits.ts";

/** `T` or null, as OpenAPI 3.1 expresses it. */
export function nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}

/** A time in responses: UTC, milliseconds, `Z`. */
export const Timestamp = Type.String({ format: "date-time", examples: ["2026-11-21T03:00:00.000Z"] });

/** At most 50 keys of up to 40 characters, each with a text of up to 500. */
export const MetadataBody = Type.Unsafe<Record<string, string>>({
  type: "object",
  propertyNames: { minLength: 1, maxLength: LIMITS.metadata_key_characters },
  additionalProperties: { type: "string", maxLength: LIMITS.metadata_value_characters },
  maxProperties: LIMITS.metadata_keys,
  description: "Your own data: up to 50 keys of 40 characters, with values of up to 500",
});

/** Of a secret that is sent in a header of HTTP: visible ASCII, so neither spaces nor the end of a line. */
export const HEADER_SECRET = "^[!-~]+$";

/** Metadata in responses: a line of an upload may have any JSON value. */
export const Metadata = Type.Record(Type.String(), Type.Unknown());

/** An answer to an item; the rules of its annotation type validate it. */
export function answer(description: string) {
  return Type.Unsafe<unknown>(Type.Record(Type.String(), Type.Unknown(), { description }));
}

/** The only path parameter of a resource. */
export const IdParams = Type.Object({ id: Type.String() });

/** A page of a list. */
export function page<T extends TSchema>(item: T) {
  return Type.Object({
    data: Type.Array(item),
    has_more: Type.Boolean(),
    next_cursor: nullable(Type.String({ description: "Send it as `cursor` for the next page" })),
  });
}

/** A time for a response. */
export function iso(time: Date): string {
  return time.toISOString();
}

/** A time for a response, or null. */
export function isoOrNull(time: Date | null): string | null {
  return time === null ? null : time.toISOString();
}

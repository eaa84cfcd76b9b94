import type { Static, TSchema } from "typebox";
import { Check } from "typebox/value";

/** The part of a schema compiled by TypeBox that this project uses. */
interface Checker<S extends TSchema> {
  readonly Check: (value: unknown) => value is Static<S>;
}

/**
 * Replaces `Compile` of `typebox/compile` in pages (see `workbench/vite.config.ts`). Their content security
 * policy refuses code made from text, which TypeBox tries, and the browser reports each attempt.
 */
export function Compile<const S extends TSchema>(schema: S): Checker<S> {
  return { Check: (value): value is Static<S> => Check(schema, value) };
}

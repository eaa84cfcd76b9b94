import type { Static, TSchema } from "typebox";
import { Check } from "typebox/value";

/** What this project uses of a schema that TypeBox has compiled. */
interface Checker<S extends TSchema> {
  readonly Check: (value: unknown) => value is Static<S>;
}

/**
 * Stands for `Compile` of `typebox/compile` in pages (see `workbench/vite.config.ts`): their policy refuses code made from
 * text, which TypeBox tries, and the browser reports each try.
 */
export function Compile<const S extends TSchema>(schema: S): Checker<S> {
  return { Check: (value): value is Static<S> => Check(schema, value) };
}

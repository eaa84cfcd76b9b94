import type { ColumnType } from "kysely";

/** A jsonb column: read as `T`, written as the text of `JSON.stringify` (pg would send an array as a PostgreSQL array). */
export type Json<T> = ColumnType<T, string, string>;
/** A jsonb column that may be null. */
export type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>;
/** A jsonb column with a default. */
export type DefaultJson<T> = ColumnType<T, string | undefined, string>;
/** A nullable column that an insert may omit. */
export type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>;

export type Metadata = Readonly<Record<string, unknown>>;

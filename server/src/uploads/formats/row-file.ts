import type { Part } from "./part.ts";

/** What a file of rows says of itself. */
export interface RowFile {
  readonly columns: readonly {
    readonly name: string;
    /** The names of the parts of a struct; the name of the entry of a list. */
    readonly fields: readonly string[];
  }[];
  readonly rows: number;
}

/** A row: its values by the names of the columns. */
export type RowValues = Readonly<Record<string, unknown>>;

/** A file as far as rows are read of it. */
export interface Named extends Pick<Part, "filename"> {
  readonly blob: Pick<Part["blob"], "size_bytes" | "borrow" | "open">;
}

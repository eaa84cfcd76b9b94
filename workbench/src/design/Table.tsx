import type { ReactNode } from "react";
import styles from "./Table.module.css";

/** A column of a table. */
export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** Aligns numbers at the end of the column. */
  readonly isNumber?: boolean;
  /** Holds the row's buttons: on a card they are beside the name of the row. */
  readonly isActions?: boolean;
}

interface TableProps<Row> {
  /** The caption, for screen readers only. */
  readonly caption: string;
  /** The first column names the row. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Below the rows, such as a button that loads more. */
  readonly children?: ReactNode;
}

/** With more columns, a telephone shows each row as a card instead of a table to scroll. */
const FIT_A_TELEPHONE = 3;

/** Safari forgets what the parts of a table are once they are laid out as blocks or grids. */
const ROLES = {
  table: { role: "table" },
  row: { role: "row" },
  columnHeader: { role: "columnheader" },
  rowHeader: { role: "rowheader" },
  cell: { role: "cell" },
} as const;

/** A table with all its rows. In a narrow place its rows are cards, or with few columns it scrolls sideways. */
export function Table<Row>({ caption, columns, rows, keyOf, children }: TableProps<Row>) {
  const hasCards = columns.length > FIT_A_TELEPHONE;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no pointer scrolls it with the arrow keys
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for inputs, and a section would be one more landmark
    <div role="group" className={styles.frame} aria-label={caption} tabIndex={0}>
      <table {...ROLES.table} className={styles.table} data-cards={hasCards || undefined}>
        <caption>{caption}</caption>
        <thead>
          <tr {...ROLES.row}>
            {columns.map(({ title, isNumber }) => (
              <th
                key={title}
                {...ROLES.columnHeader}
                scope="col"
                className={isNumber ? styles.number : undefined}
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} {...ROLES.row}>
              {columns.map(({ title, cell, isNumber, isActions }, index) =>
                index === 0 ? (
                  <th key={title} {...ROLES.rowHeader} scope="row">
                    {cell(row)}
                  </th>
                ) : (
                  <td
                    key={title}
                    {...ROLES.cell}
                    className={isNumber ? styles.number : undefined}
                    data-title={title}
                    data-actions={isActions}
                  >
                    <div className={styles.value}>{cell(row)}</div>
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {Boolean(children) && <div className={styles.more}>{children}</div>}
    </div>
  );
}

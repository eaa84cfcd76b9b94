import { type ReactNode, useState } from "react";
import { formatNumber } from "../strings/format.ts";
import { sortRows, type ValueIn } from "./sort-rows.ts";
import styles from "./Table.module.css";

/** A column of a table. */
export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** Aligns numbers at the end of the column. */
  readonly isNumber?: boolean;
  /** Makes the title a button that sorts the rows, for tables that have all of theirs. */
  readonly sortBy?: ValueIn<Row>;
  /** Holds the row's buttons: on a card they are beside the name of the row. */
  readonly isActions?: boolean;
}

/** A column of numbers by which the rows can be sorted; a dash where a row has none. */
export function numbered<Row>(
  title: string,
  valueIn: (row: Row) => number | null | undefined,
  say: (value: number) => string = (value) => formatNumber(value),
): Column<Row> {
  const cell = (row: Row) => {
    const value = valueIn(row);
    return value === null || value === undefined ? "–" : say(value);
  };
  return { title, cell, sortBy: valueIn, isNumber: true };
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
  const [order, setOrder] = useState<Order>();
  const sortBy = columns.find(({ title }) => title === order?.title)?.sortBy;
  const sorted = sortBy === undefined ? rows : sortRows(rows, sortBy, order?.isDown);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no pointer scrolls it with the arrow keys
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for inputs, and a section would be one more landmark
    <div role="group" className={styles.frame} aria-label={caption} tabIndex={0}>
      <table {...ROLES.table} className={styles.table} data-cards={hasCards || undefined}>
        <caption>{caption}</caption>
        <thead>
          <tr {...ROLES.row}>
            {columns.map((column) => (
              <Head key={column.title} column={column} order={order} onOrder={setOrder} />
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.map((row) => (
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

/** By which column a person has sorted the rows; numbers begin with the highest. */
interface Order {
  readonly title: string;
  readonly isDown: boolean;
}

interface HeadProps<Row> {
  readonly column: Column<Row>;
  readonly order: Order | undefined;
  readonly onOrder: (order: Order) => void;
}

function Head<Row>({ column: { title, isNumber = false, sortBy }, order, onOrder }: HeadProps<Row>) {
  const isDown = order?.title === title ? order.isDown : undefined;
  const direction = isDown === undefined ? undefined : isDown ? "descending" : "ascending";
  return (
    <th
      {...ROLES.columnHeader}
      scope="col"
      className={isNumber ? styles.number : undefined}
      aria-sort={direction}
    >
      {sortBy === undefined ? (
        title
      ) : (
        <button
          type="button"
          className={styles.sort}
          onClick={() => onOrder({ title, isDown: isDown === undefined ? isNumber : !isDown })}
        >
          {title}
        </button>
      )}
    </th>
  );
}

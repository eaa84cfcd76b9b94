import type { CSSProperties } from "react";
import { Button } from "react-aria-components";
import { strings } from "#strings/editors/entry-list.ts";
import styles from "./EntryList.module.css";
import { useRowsInSight } from "./rows-in-sight.ts";

/** One entry of an answer, such as a span or a segment. */
export interface EntryRow {
  readonly key: string;
  readonly label: string;
  /** A CSS color. */
  readonly color: string;
  /** Called only for rows in sight. */
  readonly text: () => string;
}

interface EntryListProps {
  readonly title: string;
  /** The text of an empty list. */
  readonly empty: string;
  readonly rows: readonly EntryRow[];
  readonly selected: string | null;
  readonly onSelect: (key: string) => void;
  /** Undefined in read-only answers. */
  readonly onDelete: ((key: string) => void) | undefined;
}

/** The height of a row for a mouse, in CSS pixels. */
const ROW_PX = 36;

/** The entries of an answer in a list; the page holds only the rows in sight. */
export function EntryList({ title, empty, rows, selected, onSelect, onDelete }: EntryListProps) {
  const place = rows.findIndex(({ key }) => key === selected);
  const { rowPx, frame, onScroll, first, end } = useRowsInSight(ROW_PX, place);
  return (
    <section className={styles.section} aria-label={title}>
      <h2>
        {title} <span className={styles.count}>{rows.length}</span>
      </h2>
      {rows.length === 0 && <p className={styles.empty}>{empty}</p>}
      <div ref={frame} className={styles.frame} onScroll={onScroll}>
        {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets lists without bullets */}
        <ul role="list" className={styles.list} style={{ blockSize: rows.length * rowPx }}>
          {rows.slice(first, end).map((row, index) => (
            <Row
              key={row.key}
              {...{ row, rowPx, onSelect, onDelete }}
              place={first + index}
              count={rows.length}
              isSelected={row.key === selected}
            />
          ))}
        </ul>
      </div>
    </section>
  );
}

interface RowProps extends Pick<EntryListProps, "onSelect" | "onDelete"> {
  readonly row: EntryRow;
  /** Its height in CSS pixels. */
  readonly rowPx: number;
  /** Its number in the list, from 0. */
  readonly place: number;
  readonly count: number;
  readonly isSelected: boolean;
}

function Row({
  row: { key, label, color, text: textOf },
  rowPx,
  place,
  count,
  isSelected,
  onSelect,
  onDelete,
}: RowProps) {
  const text = textOf();
  return (
    <li
      className={styles.row}
      data-selected={isSelected || undefined}
      style={{ "--label": color, insetBlockStart: place * rowPx, blockSize: rowPx } as CSSProperties}
      aria-posinset={place + 1}
      aria-setsize={count}
    >
      <Button className={styles.object ?? ""} aria-pressed={isSelected} onPress={() => onSelect(key)}>
        <span className={styles.swatch} />
        <span className={styles.text}>{text}</span>
        <span className={styles.label}>{label}</span>
      </Button>
      {onDelete !== undefined && (
        <Button
          className={styles.delete ?? ""}
          aria-label={strings.removeOne(label, text)}
          onPress={() => onDelete(key)}
        >
          {strings.remove}
        </Button>
      )}
    </li>
  );
}

import type { CSSProperties } from "react";
import { Button } from "react-aria-components";
import { strings } from "#strings/editors.ts";
import styles from "./ObjectList.module.css";
import { useRowsInSight } from "./rows-in-sight.ts";

/** One object of an answer, as a list tells of it. */
export interface ListedRow {
  readonly key: string;
  readonly label: string;
  /** As CSS. */
  readonly color: string;
  /** Asked only for what is in sight. */
  readonly text: () => string;
}

interface ObjectListProps {
  readonly title: string;
  /** What stands there while there is none. */
  readonly empty: string;
  readonly rows: readonly ListedRow[];
  readonly selected: string | null;
  readonly onSelect: (key: string) => void;
  /** Absent = nothing may be changed. */
  readonly onDelete: ((key: string) => void) | undefined;
}

const ROW_PX = 36;

/** The objects of an answer below each other, of which only what is in sight is in the page. */
export function ObjectList({ title, empty, rows, selected, onSelect, onDelete }: ObjectListProps) {
  const place = rows.findIndex(({ key }) => key === selected);
  const { frame, onScroll, first, end } = useRowsInSight(ROW_PX, place);
  return (
    <section className={styles.section} aria-label={title}>
      <h2>
        {title} <span className={styles.count}>{rows.length}</span>
      </h2>
      {rows.length === 0 && <p className={styles.empty}>{empty}</p>}
      <div ref={frame} className={styles.frame} onScroll={onScroll}>
        {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets lists without bullets */}
        <ul role="list" className={styles.list} style={{ blockSize: rows.length * ROW_PX }}>
          {rows.slice(first, end).map((row, index) => (
            <Row
              key={row.key}
              {...{ row, onSelect, onDelete }}
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

interface RowProps extends Pick<ObjectListProps, "onSelect" | "onDelete"> {
  readonly row: ListedRow;
  /** Its number in the list, from 0. */
  readonly place: number;
  readonly count: number;
  readonly isSelected: boolean;
}

function Row({
  row: { key, label, color, text: textOf },
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
      style={{ "--label": color, insetBlockStart: place * ROW_PX } as CSSProperties}
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
          aria-label={strings.list.removeOne(label, text)}
          onPress={() => onDelete(key)}
        >
          {strings.list.remove}
        </Button>
      )}
    </li>
  );
}

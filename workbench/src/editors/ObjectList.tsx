import { useVirtualizer } from "@tanstack/react-virtual";
import { type CSSProperties, useEffect, useRef } from "react";
import { Button } from "react-aria-components";
import styles from "./ObjectList.module.css";

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
  const frame = useRef<HTMLDivElement>(null);
  const { scrollToIndex, getTotalSize, getVirtualItems } = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_PX,
    overscan: 8,
  });
  const place = rows.findIndex(({ key }) => key === selected);
  useEffect(() => {
    if (place >= 0) scrollToIndex(place);
  }, [place, scrollToIndex]);
  return (
    <section className={styles.section} aria-label={title}>
      <h2>
        {title} <span className={styles.count}>{rows.length}</span>
      </h2>
      {rows.length === 0 && <p className={styles.empty}>{empty}</p>}
      <div ref={frame} className={styles.frame}>
        {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets lists without bullets */}
        <ul role="list" className={styles.list} style={{ blockSize: getTotalSize() }}>
          {getVirtualItems().map(({ index, start }) => {
            const row = rows[index];
            return (
              row !== undefined && (
                <Row
                  key={row.key}
                  row={row}
                  {...{ start, onSelect, onDelete }}
                  position={[index + 1, rows.length]}
                  isSelected={row.key === selected}
                />
              )
            );
          })}
        </ul>
      </div>
    </section>
  );
}

interface RowProps extends Pick<ObjectListProps, "onSelect" | "onDelete"> {
  readonly row: ListedRow;
  /** Pixels from the top of the list. */
  readonly start: number;
  readonly position: readonly [number, number];
  readonly isSelected: boolean;
}

function Row({
  row: { key, label, color, text: textOf },
  start,
  position,
  isSelected,
  onSelect,
  onDelete,
}: RowProps) {
  const text = textOf();
  return (
    <li
      className={styles.row}
      data-selected={isSelected || undefined}
      style={{ "--label": color, insetBlockStart: start } as CSSProperties}
      aria-posinset={position[0]}
      aria-setsize={position[1]}
    >
      <Button className={styles.object ?? ""} aria-pressed={isSelected} onPress={() => onSelect(key)}>
        <span className={styles.swatch} />
        <span className={styles.text}>{text}</span>
        <span className={styles.label}>{label}</span>
      </Button>
      {onDelete !== undefined && (
        <Button
          className={styles.delete ?? ""}
          aria-label={`Delete ${label} ${text}`}
          onPress={() => onDelete(key)}
        >
          ×
        </Button>
      )}
    </li>
  );
}

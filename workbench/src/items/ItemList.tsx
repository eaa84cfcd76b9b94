// biome-ignore-all lint/a11y/useSemanticElements: rows that are not drawn, and a body that scrolls, are no <table>
// biome-ignore-all lint/a11y/useFocusableInteractive: rows of a table, unlike those of a grid, take no focus
// biome-ignore-all lint/a11y/noNoninteractiveTabindex: who has no pointer scrolls it with the arrow keys
import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { strings as everywhere } from "#strings/everywhere.ts";
import { strings as all } from "#strings/items.ts";
import { useIsCompact } from "../design/appearance.ts";
import { Badge } from "../design/Badge.tsx";
import { Checkbox } from "../design/Checkbox.tsx";
import { formatPercent } from "../strings/format.ts";
import { Excerpt } from "../thumbnails/Excerpt.tsx";
import { nameOf } from "../thumbnails/item.ts";
import { sayResult } from "../thumbnails/say-result.ts";
import { Thumbnail } from "../thumbnails/Thumbnail.tsx";
import { ItemLink } from "./ItemLink.tsx";
import styles from "./Items.module.css";
import { type ItemSummary, itemTone } from "./item.ts";
import { type ItemsProps, Loaded, useChoice, useNextPage } from "./Loaded.tsx";
import { sayReasons } from "./say-reasons.ts";
import { useReturn, useScroller } from "./use-scroller.ts";

const strings = all.list;

const ROW_PX = 48;
const COMPACT_ROW_PX = 40;
const ROW_WITH_REASONS_PX = 68;
const THUMBNAIL = { width: 56, height: 40 };
const COMPACT_THUMBNAIL = { width: 42, height: 32 };

/** The table of items; renders only the rows in view and loads the next page before the end. */
export function ItemList(props: ItemsProps) {
  const { items, project, hasMore, isLoading, onChoose, sort, onSort } = props;
  const withReasons = sort === "suspicion";
  const isCompact = useIsCompact();
  const height = isCompact ? COMPACT_ROW_PX : ROW_PX;
  const reasonsOf = ({ suspicion }: ItemSummary) =>
    withReasons && suspicion !== null ? sayReasons(suspicion) : null;
  const scroll = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const scroller = useScroller(scroll, body);
  const rows = useVirtualizer({
    ...scroller,
    count: items.length,
    estimateSize: (index) => {
      const item = items[index];
      return item === undefined || reasonsOf(item) === null ? height : ROW_WITH_REASONS_PX;
    },
    overscan: 5,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows keep the height that they were measured with
  useLayoutEffect(() => rows.measure(), [height, items, sort]);
  useReturn({ items, rows, perRow: 1, body });
  const shown = rows.getVirtualItems();
  useNextPage(props, shown.at(-1)?.index ?? 0);
  const { isChosen, isAll, isSome, choose, keys } = useChoice(props);
  const isOfTexts = items.length > 0 && items.every(isRead);
  const isRanked = items.some(({ priority }) => priority !== items[0]?.priority);

  return (
    <div className={styles.table} data-texts={isOfTexts || undefined} {...keys}>
      <div
        ref={scroll}
        className={styles.scroll}
        role="table"
        aria-label={strings.label}
        aria-rowcount={hasMore ? -1 : items.length + 1}
        tabIndex={0}
      >
        <div role="rowgroup">
          <Head {...{ isOfTexts, isRanked, sort, onSort }}>
            <Checkbox
              aria-label={strings.selectAll}
              isSelected={isAll}
              isIndeterminate={isSome && !isAll}
              onChange={(isOn) => onChoose(isOn ? new Set(items.map(({ id }) => id)) : new Set())}
            />
          </Head>
        </div>
        <div ref={body} role="rowgroup" className={styles.body} style={{ blockSize: rows.getTotalSize() }}>
          {shown.map(({ index, start, size }) => {
            const item = items[index];
            return (
              item !== undefined && (
                <Row
                  key={item.id}
                  {...{ item, project, withReasons, isCompact, isOfTexts, isRanked }}
                  reasons={reasonsOf(item)}
                  height={size}
                  place={index}
                  top={start - scroller.scrollMargin}
                  isChosen={isChosen(item.id)}
                  onChoose={(isOn) => choose(item.id, isOn)}
                />
              )
            );
          })}
        </div>
      </div>
      <Loaded {...{ items, hasMore, isLoading }} />
    </div>
  );
}

interface HeadProps extends Pick<ItemsProps, "sort" | "onSort"> {
  readonly isOfTexts: boolean;
  readonly isRanked: boolean;
  /** Selects all. */
  readonly children: ReactNode;
}

/** The titles; the one by which the list can be sorted is a button, and back to the order of the batch. */
function Head({ isOfTexts, isRanked, sort, onSort, children }: HeadProps) {
  const withReasons = sort === "suspicion";
  return (
    <div role="row" aria-rowindex={1} className={`${styles.row} ${styles.head}`}>
      <span role="columnheader">{children}</span>
      {!isOfTexts && <span role="columnheader">{strings.content}</span>}
      <span role="columnheader">{strings.item}</span>
      <span role="columnheader" className={styles.wide}>
        {strings.finalLabel}
      </span>
      <span role="columnheader" className={withReasons ? styles.number : undefined}>
        {withReasons ? all.suspicion.score : strings.state}
      </span>
      <span role="columnheader" className={`${styles.wide} ${styles.number}`}>
        {strings.answers}
      </span>
      <span
        role="columnheader"
        className={`${styles.wide} ${styles.number}`}
        aria-sort={sort === "support" ? "ascending" : undefined}
      >
        {onSort === undefined ? (
          strings.support
        ) : (
          <button
            type="button"
            className={styles.sort}
            title={sort === "support" ? strings.inOrder : strings.lowestFirst}
            onClick={() => onSort(sort === "support" ? undefined : "support")}
          >
            {strings.support}
          </button>
        )}
      </span>
      {isRanked && (
        <span role="columnheader" className={`${styles.wide} ${styles.number}`}>
          {strings.priority}
        </span>
      )}
    </div>
  );
}

/** Whether the item has words instead of a picture: they stand below its name. */
function isRead({ excerpt, outline }: ItemSummary): boolean {
  return excerpt !== null || outline !== null;
}

/** What says more of an item than its name: the start of its text, or its file. */
function About({
  item,
  project,
  isNamed,
}: Pick<RowProps, "item" | "project"> & { readonly isNamed: boolean }) {
  if (isRead(item))
    return (
      <span className={styles.quiet}>
        <Excerpt {...{ item, project }} />
      </span>
    );
  return isNamed ? null : <span className={styles.quiet}>{item.file.filename}</span>;
}

interface RowProps extends Pick<ItemsProps, "project"> {
  readonly item: ItemSummary;
  readonly withReasons: boolean;
  readonly place: number;
  readonly top: number;
  readonly height: number;
  readonly isCompact: boolean;
  /** Why the label may be wrong, where there is a reason. */
  readonly reasons: string | null;
  /** All items are texts: there is no column of pictures. */
  readonly isOfTexts: boolean;
  /** The items differ in their priority: there is a column of it. */
  readonly isRanked: boolean;
  readonly isChosen: boolean;
  readonly onChoose: (isOn: boolean) => void;
}

function Row(props: RowProps) {
  const { item, project, place, top, height, isCompact, withReasons, reasons } = props;
  const { isOfTexts, isRanked, isChosen, onChoose } = props;
  const { id, file, status, label, answer_count } = item;
  const { overlap_required, support, priority, suspicion } = item;
  const name = nameOf(item);
  return (
    <div
      role="row"
      aria-rowindex={place + 2}
      className={`${styles.row} ${styles.line}`}
      style={{ insetBlockStart: top, blockSize: height }}
    >
      <span role="cell">
        <Checkbox aria-label={strings.select(name)} isSelected={isChosen} onChange={onChoose} />
      </span>
      {!isOfTexts && (
        <span role="cell">
          <Thumbnail key={id} {...{ item, project }} size={isCompact ? COMPACT_THUMBNAIL : THUMBNAIL} />
        </span>
      )}
      <span role="cell" className={styles.words}>
        <ItemLink id={id}>{name}</ItemLink>
        <About {...{ item, project }} isNamed={file.filename === name} />
        {reasons !== null && <span>{reasons}</span>}
      </span>
      <span role="cell" className={`${styles.cell} ${styles.wide}`}>
        {sayResult(label)}
      </span>
      <span role="cell" className={withReasons ? styles.number : styles.state}>
        {withReasons ? suspicion?.score.toFixed(2) : <Badge tone={itemTone(status)}>{status}</Badge>}
        <span className={styles.narrow}>{label !== null && sayResult(label)}</span>
      </span>
      <span role="cell" className={`${styles.wide} ${styles.number}`}>
        {everywhere.numberOf(String(answer_count), String(overlap_required))}
      </span>
      <span role="cell" className={`${styles.wide} ${styles.number}`}>
        {support === null ? "–" : formatPercent(support)}
      </span>
      {isRanked && (
        <span role="cell" className={`${styles.wide} ${styles.number}`}>
          {priority}
        </span>
      )}
    </div>
  );
}

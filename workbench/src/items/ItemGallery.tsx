import { useVirtualizer } from "@tanstack/react-virtual";
import { type CSSProperties, useLayoutEffect, useRef } from "react";
import { strings as all } from "#strings/items.ts";
import { useMay } from "../api/use-may.ts";
import { Badge } from "../design/Badge.tsx";
import { Checkbox } from "../design/Checkbox.tsx";
import { useWidth } from "../design/use-width.ts";
import { nameOf } from "../thumbnails/item.ts";
import { sayResult } from "../thumbnails/say-result.ts";
import { Thumbnail } from "../thumbnails/Thumbnail.tsx";
import styles from "./ItemGallery.module.css";
import { ItemLink } from "./ItemLink.tsx";
import { type ItemSummary, itemTone } from "./item.ts";
import { type ItemsProps, Loaded, useChoice, useNextPage } from "./Loaded.tsx";
import { sayReasons } from "./say-reasons.ts";
import { useReturn, useScroller } from "./use-scroller.ts";

const strings = all.list;

/** The least width of a tile, the gap between tiles and the height of the words below the picture, in CSS pixels. */
const LEAST = 140;
const WIDEST_COLUMN = 220;
const GAP = 12;
const WORDS = 60;
/** The height of a picture as a share of its width. */
const SHAPE = 0.75;

/** The items as pictures with their labels; renders only the rows in view and loads the next page before the end. */
export function ItemGallery(props: ItemsProps) {
  const { items, project, hasMore, isLoading, sort } = props;
  const scroll = useRef<HTMLElement>(null);
  const body = useRef<HTMLUListElement>(null);
  const scroller = useScroller(scroll, body);
  const room = useWidth(scroll) - 2 * GAP;
  const columns = Math.max(
    1,
    Math.min(Math.floor((room + GAP) / (LEAST + GAP)), Math.ceil((room + GAP) / WIDEST_COLUMN)),
  );
  const width = Math.max(0, Math.floor((room - (columns - 1) * GAP) / columns));
  const picture = { width, height: Math.round(width * SHAPE) };
  const rows = useVirtualizer({
    count: width === 0 ? 0 : Math.ceil(items.length / columns),
    ...scroller,
    estimateSize: () => picture.height + WORDS + GAP,
    paddingStart: GAP,
    overscan: 2,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows of another width have another height
  useLayoutEffect(() => rows.measure(), [picture.height]);
  useReturn({ items, rows, perRow: columns, body });
  const shown = rows.getVirtualItems();
  useNextPage(props, ((shown.at(-1)?.index ?? 0) + 1) * columns - 1);
  const { isChosen, choose, keys } = useChoice(props);
  const rowHeight = { "--row-px": `${picture.height + WORDS + GAP}px` } as CSSProperties;
  return (
    <div className={styles.gallery} {...keys}>
      <section
        ref={scroll}
        className={styles.scroll}
        style={rowHeight}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no pointer scrolls it with the arrow keys
        tabIndex={0}
        aria-label={strings.label}
      >
        {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets lists without bullets */}
        <ul ref={body} role="list" className={styles.body} style={{ blockSize: rows.getTotalSize() }}>
          {shown.flatMap(({ index, start }) =>
            items.slice(index * columns, (index + 1) * columns).map((item, column) => (
              <li
                key={item.id}
                className={styles.tile}
                style={{
                  insetBlockStart: start - scroller.scrollMargin,
                  insetInlineStart: GAP + column * (width + GAP),
                  inlineSize: width,
                }}
                aria-posinset={index * columns + column + 1}
                aria-setsize={hasMore ? -1 : items.length}
              >
                <span className={styles.picture}>
                  <Thumbnail {...{ item, project }} size={picture} />
                </span>
                <Words
                  {...{ item, sort }}
                  isChosen={isChosen(item.id)}
                  onChoose={(isOn) => choose(item.id, isOn)}
                />
              </li>
            )),
          )}
        </ul>
      </section>
      <Loaded {...{ items, hasMore, isLoading }} />
    </div>
  );
}

interface WordsProps extends Pick<ItemsProps, "sort"> {
  readonly item: ItemSummary;
  readonly isChosen: boolean;
  readonly onChoose: (isOn: boolean) => void;
}

function Words({ item, sort, isChosen, onChoose }: WordsProps) {
  const withReasons = sort === "suspicion";
  const { status, label, suspicion } = item;
  const canChange = useMay("batches:write");
  const name = nameOf(item);
  return (
    <div className={styles.words}>
      <div className={styles.line}>
        {canChange && (
          <Checkbox aria-label={strings.select(name)} isSelected={isChosen} onChange={onChoose} />
        )}
        <ItemLink id={item.id} className={styles.name} title={name}>
          {name}
        </ItemLink>
      </div>
      <div className={styles.foot}>
        <span className={styles.label}>
          {(withReasons && suspicion !== null && sayReasons(suspicion)) || sayResult(label)}
        </span>
        {withReasons ? suspicion?.score.toFixed(2) : <Badge tone={itemTone(status)}>{status}</Badge>}
      </div>
    </div>
  );
}

import { type CSSProperties, type MouseEvent, useEffect, useRef } from "react";
import { strings as all } from "#strings/work.ts";
import type { Guidelines } from "../editors/editor.ts";
import { useEntries } from "../editors/entries.ts";
import { givenLabels } from "../editors/text-classification/answer.ts";
import { colorIn } from "../thumbnails/colors.ts";
import { summarized } from "../thumbnails/item.ts";
import { Thumbnail } from "../thumbnails/Thumbnail.tsx";
import { titleOf } from "../work/task.ts";
import { suggestedFor } from "./answers.ts";
import { type Tile as GridTile, idOf } from "./grid-state.ts";
import type { How, Selection } from "./selection.ts";
import styles from "./Tiles.module.css";

const strings = all.grid;

/** The least width of a tile and the gap between tiles, in CSS pixels. */
export const LEAST = 150;
export const GAP = 12;
/** On a wide screen the twenty tiles are larger instead of in two rows. */
export const MOST_COLUMNS = 7;
/** The part of a tile that must be in view for the tile to count as seen. */
const SEEN = 0.6;
/** The height of a picture as a share of its width. */
const SHAPE = 0.75;

interface TilesProps {
  readonly tiles: readonly GridTile[];
  readonly selection: Selection;
  readonly columns: number;
  /** Of a tile, in CSS pixels. */
  readonly width: number;
  readonly project: Guidelines;
  readonly onGo: (id: string, how: How) => void;
  readonly onLook: (id: string) => void;
  /** Called with each tile that comes into view. */
  readonly onSeen: (id: string) => void;
}

/** The items with their labels. One tile is in the order of Tab; the arrow keys go on from there. */
export function Tiles({ tiles, selection, columns, width, project, onGo, onLook, onSeen }: TilesProps) {
  const list = useRef<HTMLDivElement>(null);
  const { at, chosen } = selection;
  useEffect(() => {
    const { current } = list;
    const isFree = document.activeElement === document.body || current?.contains(document.activeElement);
    const tile = at === null ? null : current?.querySelector<HTMLElement>("[data-at]");
    if (isFree) tile?.focus({ preventScroll: true });
    tile?.scrollIntoView({ block: "nearest" });
  }, [at]);
  const ids = tiles.map(idOf).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: for other tiles, there are other elements
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          if (isIntersecting) onSeen(target.getAttribute("data-id") ?? "");
        }
      },
      { threshold: SEEN },
    );
    for (const tile of list.current?.children ?? []) observer.observe(tile);
    return () => observer.disconnect();
  }, [ids]);
  return (
    <div
      ref={list}
      role="listbox"
      aria-multiselectable="true"
      aria-label={strings.tiles}
      className={styles.tiles}
      style={{ gridTemplateColumns: `repeat(${columns}, ${width}px)`, gap: GAP, padding: GAP }}
    >
      {tiles.map((tile) => {
        const id = idOf(tile);
        const isAt = id === at;
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are actions of the page
          <div
            key={id}
            data-id={id}
            role="option"
            aria-selected={chosen.has(id)}
            data-at={isAt || undefined}
            data-fault={tile.fault !== null || undefined}
            tabIndex={isAt || (at === null && tile === tiles[0]) ? 0 : -1}
            className={styles.tile}
            onClick={(event) => onGo(id, howOf(event))}
            onDoubleClick={() => onLook(id)}
          >
            <Content {...{ tile, width, project }} />
          </div>
        );
      })}
    </div>
  );
}

/** A finger has neither Shift nor Ctrl, so it adds tiles to the selection. */
function howOf({ shiftKey, ctrlKey, metaKey, nativeEvent }: MouseEvent): How {
  if (shiftKey) return "range";
  const isTouch = nativeEvent instanceof PointerEvent && nativeEvent.pointerType === "touch";
  return ctrlKey || metaKey || isTouch ? "toggle" : "only";
}

interface ContentProps extends Pick<TilesProps, "width" | "project"> {
  readonly tile: GridTile;
}

function Content({ tile, width, project }: ContentProps) {
  const { opened, fault } = tile;
  const { item } = opened.task;
  const [label] = givenLabels(useEntries(opened.document));
  const suggested = suggestedFor(tile);
  const { excerpt, ...shown } = summarized(item);
  const isLonger = item.text !== null && item.text.length > (excerpt?.length ?? 0);
  const color = label === undefined ? undefined : colorIn(project, label);
  return (
    <>
      <Thumbnail
        item={{ ...shown, excerpt, label: null }}
        project={undefined}
        size={{ width: width - 2 * BORDER, height: Math.round(width * SHAPE) }}
      />
      <span className={styles.name}>{titleOf(opened.task)}</span>
      {isLonger && <span className={styles.note}>{strings.longer}</span>}
      <span
        className={styles.label}
        style={{ "--label": color } as CSSProperties}
        data-none={label === undefined || undefined}
      >
        {label === undefined ? strings.noLabel : label === suggested ? strings.suggested(label) : label}
      </span>
      {fault !== null && <span className={styles.fault}>{fault}</span>}
    </>
  );
}

const BORDER = 2;

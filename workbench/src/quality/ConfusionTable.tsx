import { Link } from "@tanstack/react-router";
import { type CSSProperties, useState } from "react";
import { strings as all } from "#strings/quality.ts";
import { Checkbox } from "../design/Checkbox.tsx";
import { Table } from "../design/Table.tsx";
import { formatNumber } from "../strings/format.ts";
import styles from "./ConfusionTable.module.css";
import { type Confused, MAX_LABELS, matrixOf, mistakes } from "./confusion.ts";
import { HeatMap } from "./HeatMap.tsx";

const strings = all.confusion;

/** The names of more answers stand sideways above their columns. */
const MOST_UPRIGHT = 8;

/** The filters that list the confused items. */
export interface ItemsOf {
  readonly batch?: string;
  readonly project?: string;
  readonly label?: string;
  readonly answer: string;
  readonly other?: string;
  readonly annotator?: string;
}

interface ConfusionTableProps {
  readonly caption: string;
  readonly pairs: readonly Confused[];
  /** What the answers are compared with. */
  readonly reference: keyof typeof strings.accepted;
  /** The scope of the list of items. */
  readonly searchOf: (pair: Pick<Confused, "accepted" | "answer">) => ItemsOf;
}

/** Answers by the label that they are compared with. With too many labels for a table, the most frequent mistakes. */
export function ConfusionTable({ caption, pairs, reference, searchOf }: ConfusionTableProps) {
  const [isShares, setShares] = useState(false);
  const { labels, accepted: rows, count, share } = matrixOf(pairs);
  if (labels.length > MAX_LABELS) {
    return (
      <div className={styles.frame}>
        <HeatMap labels={labels} share={share} rows={strings.accepted[reference]} />
        <Mistakes {...{ caption, pairs, reference, searchOf }} />
      </div>
    );
  }
  return (
    <div className={styles.frame}>
      <Checkbox isSelected={isShares} onChange={setShares}>
        {strings.shares}
      </Checkbox>
      {(reference === "confusion" || reference === "pair_confusion") && (
        <p className={styles.note}>{strings.counts[reference]}</p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: who has no pointer scrolls it with the arrow keys */}
      <section className={styles.scroll} tabIndex={0} aria-label={caption}>
        <table className={styles.table} data-many={labels.length > MOST_UPRIGHT || undefined}>
          <thead>
            <tr>
              <th scope="col" rowSpan={2}>
                {strings.accepted[reference]}
              </th>
              <th scope="colgroup" colSpan={labels.length}>
                {strings.answered}
              </th>
            </tr>
            <tr>
              {labels.map((label) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((accepted) => (
              <tr key={accepted}>
                <th scope="row">{accepted}</th>
                {labels.map((answer) => (
                  <td
                    key={answer}
                    {...(count(accepted, answer) > 0 && {
                      style: shadeOf(share(accepted, answer), accepted === answer),
                    })}
                  >
                    <Cell
                      count={count(accepted, answer)}
                      pair={{ accepted, answer }}
                      reference={reference}
                      search={searchOf({ accepted, answer })}
                    >
                      {isShares
                        ? String(Math.round(100 * share(accepted, answer)))
                        : formatNumber(count(accepted, answer))}
                    </Cell>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

interface CellProps extends Pick<ConfusionTableProps, "reference"> {
  readonly count: number;
  readonly pair: Pick<Confused, "accepted" | "answer">;
  readonly search: ItemsOf;
  readonly children: string;
}

/** A number, with a link to its items unless known answers tell them, by which no list can ask. */
function Cell({ count, pair, reference, search, children }: CellProps) {
  if (count === 0) return null;
  if (reference !== "confusion" && reference !== "pair_confusion") return children;
  return (
    <Link
      to="/items"
      search={search}
      className={styles.link}
      aria-label={strings.cell(children, pair.answer, pair.accepted, strings.accepted[reference])}
    >
      {children}
    </Link>
  );
}

function Mistakes({ caption, pairs, reference, searchOf }: ConfusionTableProps) {
  return (
    <Table
      caption={caption}
      rows={mistakes(pairs).slice(0, MAX_LABELS)}
      keyOf={({ accepted, answer }) => JSON.stringify([accepted, answer])}
      columns={[
        { title: strings.accepted[reference], cell: ({ accepted }) => accepted },
        { title: strings.answered, cell: ({ answer }) => answer },
        {
          title: strings.times,
          cell: ({ count, ...pair }) => (
            <Cell count={count} pair={pair} reference={reference} search={searchOf(pair)}>
              {formatNumber(count)}
            </Cell>
          ),
          isNumber: true,
        },
      ]}
    />
  );
}

function shadeOf(share: number, isRight: boolean): CSSProperties {
  const shade: Record<string, string | number> = {
    "--share": share,
    "--shade": isRight ? "var(--good)" : "var(--bad)",
  };
  return shade;
}

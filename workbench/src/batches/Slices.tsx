import { strings as all } from "#strings/batches.ts";
import { strings as everywhere } from "#strings/everywhere.ts";
import type { Quality } from "../api/batch.ts";
import { Panel } from "../design/Panel.tsx";
import { Table } from "../design/Table.tsx";
import { formatNumber } from "../strings/format.ts";
import styles from "./BatchPage.module.css";

const strings = all.slices;

type Slice = Quality["slices"][number];

interface SlicesProps extends Pick<Quality, "slices"> {
  /** The round that decided; undefined while its audit is open. */
  readonly verdict: Pick<Quality["looks"][number], "n" | "d"> | undefined;
}

/** The scores of a batch's slices, all of which hold at the same time; nothing without slices. */
export function Slices({ slices, verdict }: SlicesProps) {
  if (slices.length === 0) return null;
  const isCountedAlike =
    verdict === undefined || (sumOf(slices, "audited") === verdict.n && sumOf(slices, "d") === verdict.d);
  return (
    <Panel title={strings.title}>
      <p className={styles.quiet}>
        {strings.help}
        {!isCountedAlike && ` ${strings.counted(verdict.n, verdict.d, sumOf(slices, "audited"))}`}
      </p>
      <Table
        caption={strings.title}
        rows={slices}
        keyOf={({ key, value, other_values }) => JSON.stringify([key, value, other_values])}
        columns={[
          { title: strings.slice, cell: nameOf },
          { title: strings.items, cell: ({ N }) => formatNumber(N), isNumber: true },
          {
            title: strings.audited,
            cell: ({ audited, n }) => everywhere.numberOf(formatNumber(audited), formatNumber(n)),
            isNumber: true,
          },
          { title: strings.wrong, cell: ({ d }) => (d === null ? "–" : formatNumber(d)), isNumber: true },
          { title: strings.asked, cell: ({ is_floor, need }) => (is_floor ? need : "–"), isNumber: true },
          { title: strings.result, cell: resultOf },
        ]}
      />
    </Panel>
  );
}

/** Of the slices of the first key: each key divides the same batch. */
function sumOf(slices: readonly Slice[], count: "audited" | "d"): number {
  return slices
    .filter(({ key }) => key === slices[0]?.key)
    .reduce((sum, slice) => sum + (slice[count] ?? 0), 0);
}

function nameOf({ key, value, other_values }: Slice): string {
  if (other_values > 0) return strings.others(key, other_values);
  return value === null ? strings.missing(key) : strings.named(key, value);
}

function resultOf({ outcome, score, need, n, audited }: Slice): string {
  switch (outcome) {
    case "open":
      return audited < n ? strings.open(n - audited) : strings.waits;
    case "shown":
      return strings.shown(score ?? need);
    case "not_shown":
      return strings.notShown(need, score ?? 0);
    case "too_few_audits":
      return strings.tooFew;
  }
}

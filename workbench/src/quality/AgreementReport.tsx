import { exactInterval } from "@assay/domain/certification/bound.ts";
import { Link } from "@tanstack/react-router";
import { strings as all } from "#strings/quality.ts";
import type { Quality } from "../api/batch.ts";
import { useMemberName } from "../api/members.ts";
import { EmptyState } from "../design/EmptyState.tsx";
import { type Fetched, FetchState } from "../design/FetchState.tsx";
import { Panel } from "../design/Panel.tsx";
import { Stats } from "../design/Stats.tsx";
import { sortRows } from "../design/sort-rows.ts";
import { type Column, numbered, Table } from "../design/Table.tsx";
import { formatNumber, formatPercent } from "../strings/format.ts";
import { ConfusionPanel } from "./ConfusionPanel.tsx";
import { Interval } from "./Interval.tsx";

import styles from "./Quality.module.css";

const strings = all.agreement;

interface AgreementProps {
  readonly query: Fetched<Quality>;
}

/** The agreement between annotators, and the accuracy of labels by label. */
export function AgreementReport({ query }: AgreementProps) {
  const { data: quality, error } = query;
  if (quality === undefined || error !== null) return <FetchState query={query} />;
  const { agreement, labels, confusion, pair_confusion, sample } = quality;
  if (agreement.items === 0 && labels.length === 0) {
    return <EmptyState title={strings.none}>{strings.noneHelp}</EmptyState>;
  }
  return (
    <div className={styles.parts}>
      {sample.items < sample.of && (
        <p className={styles.quiet}>{strings.sampled(formatNumber(sample.items), formatNumber(sample.of))}</p>
      )}
      <Alpha agreement={agreement} />
      <Panel title={strings.byLabel}>
        <div className={styles.narrow}>
          <LabelTable quality={quality} />
        </div>
      </Panel>
      <ConfusionPanel counted={{ confusion, pair_confusion }} scope={{ batch: quality.batch_id }} />
      <Pairs agreement={agreement} />
    </div>
  );
}

function Alpha({ agreement }: Pick<Quality, "agreement">) {
  const { alpha, alpha_low, alpha_high, items, unanimous_items, details } = agreement;
  return (
    <Stats
      stats={[
        {
          name: strings.alpha,
          value: <Interval value={alpha} low={alpha_low} high={alpha_high} say={sayTwo} />,
        },
        { name: strings.twice, value: formatNumber(items) },
        { name: strings.unanimous, value: formatNumber(unanimous_items) },
        { name: strings.pairsAgree, value: details.raw === null ? "–" : formatPercent(details.raw) },
      ]}
    />
  );
}

interface LabelRow {
  readonly label: string;
  readonly delivered: Quality["labels"][number] | undefined;
  readonly agreed: Quality["agreement"]["by_label"][number] | undefined;
}

const labelNumber = numbered<LabelRow>;
const AUDITS: readonly Column<LabelRow>[] = [
  labelNumber(strings.audited, ({ delivered }) => delivered?.audited ?? 0),
  labelNumber(strings.wrong, ({ delivered }) => delivered?.wrong ?? 0),
  {
    title: strings.correct,
    sortBy: ({ delivered }) => shareRight(delivered?.audited ?? 0, delivered?.wrong ?? 0),
    cell: ({ delivered }) => <Right n={delivered?.audited ?? 0} wrong={delivered?.wrong ?? 0} />,
  },
];
const pairNumber = numbered<Quality["agreement"]["annotator_pairs"][number]>;

function LabelTable({ quality: { batch_id, labels, agreement } }: { readonly quality: Quality }) {
  const known = new Map(agreement.by_label.map((row) => [row.label, row]));
  const rows = sortRows(
    [...new Set([...labels.map(({ label }) => label), ...known.keys()])].map(
      (label): LabelRow => ({
        label,
        delivered: labels.find((row) => row.label === label),
        agreed: known.get(label),
      }),
    ),
    ({ agreed }) => agreed?.agreement,
  );
  return (
    <Table
      caption={strings.labels}
      rows={rows}
      keyOf={({ label }) => label}
      columns={[
        {
          title: strings.label,
          sortBy: ({ label }) => label,
          cell: ({ label }) => (
            <Link to="/items" search={{ batch: batch_id, label }}>
              {label}
            </Link>
          ),
        },
        labelNumber(strings.share, ({ agreed }) => agreed?.agreement, formatPercent),
        labelNumber(strings.labelAlpha, ({ agreed }) => agreed?.alpha, sayTwo),
        labelNumber(strings.delivered, ({ delivered }) => delivered?.delivered ?? 0),
        ...(labels.some(({ audited }) => audited > 0) ? AUDITS : []),
      ]}
    />
  );
}

function Pairs({ agreement: { annotator_pairs } }: Pick<Quality, "agreement">) {
  const nameOf = useMemberName();
  if (annotator_pairs.length === 0) return null;
  return (
    <Panel title={strings.pairs}>
      <div className={styles.narrow}>
        <Table
          caption={strings.pairs}
          rows={sortRows(annotator_pairs, ({ alpha }) => alpha)}
          keyOf={({ member_ids }) => member_ids.join(" ")}
          columns={[
            {
              title: strings.annotators,
              cell: ({ member_ids: [first = "", second = ""] }) =>
                strings.both(nameOf(first), nameOf(second)),
            },
            pairNumber(strings.items, ({ items }) => items),
            pairNumber(strings.agreeOn, ({ agreeing_items }) => agreeing_items),
            {
              title: strings.pairShare,
              sortBy: ({ items, agreeing_items }) => agreeing_items / items,
              cell: ({ items, agreeing_items }) => <Right n={items} wrong={items - agreeing_items} />,
            },
            pairNumber(strings.labelAlpha, ({ alpha }) => alpha, sayTwo),
          ]}
        />
      </div>
    </Panel>
  );
}

/** A share of independent trials with its exact interval (Clopper and Pearson). */
function Right({ n, wrong }: { readonly n: number; readonly wrong: number }) {
  const { low, high } = exactInterval(n, wrong);
  return <Interval value={shareRight(n, wrong)} low={low} high={high} say={formatPercent} />;
}

function shareRight(n: number, wrong: number): number | null {
  return n === 0 ? null : 1 - wrong / n;
}

function sayTwo(value: number): string {
  return value.toFixed(2);
}

import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { strings as everywhere } from "#strings/everywhere.ts";
import { strings as all } from "#strings/quality.ts";
import type { Quality } from "../api/batch.ts";
import { useMemberName } from "../api/members.ts";
import { EmptyState } from "../design/EmptyState.tsx";
import { type Fetched, FetchState } from "../design/FetchState.tsx";
import { Panel } from "../design/Panel.tsx";
import { Select } from "../design/Select.tsx";
import { sortRows } from "../design/sort-rows.ts";
import { type Column, numbered, Table } from "../design/Table.tsx";
import { Trends } from "../reports/Trends.tsx";
import { formatPercent } from "../strings/format.ts";
import { ConfusionTable } from "./ConfusionTable.tsx";
import { mostRight } from "./confusion.ts";
import { Interval } from "./Interval.tsx";

import styles from "./Quality.module.css";

const strings = all.annotators;

type Annotator = Quality["annotators"][number];
const ofAnnotator = numbered<Annotator>;

interface AnnotatorsProps {
  readonly query: Fetched<Quality>;
}

/** The annotators: number of answers, speed, and accuracy by gold, audits and final labels. */
export function Annotators({ query }: AnnotatorsProps) {
  const nameOf = useMemberName();
  const { data: quality, error } = query;
  if (quality === undefined || error !== null) return <FetchState query={query} />;
  const { batch_id, annotators } = quality;
  return (
    <div className={styles.parts}>
      {annotators.length === 0 ? (
        <EmptyState title={strings.none}>{strings.noneHelp}</EmptyState>
      ) : (
        <>
          <People batch_id={batch_id} annotators={annotators} nameOf={nameOf} />
          <Trends batch_id={batch_id} />
        </>
      )}
    </div>
  );
}

function People({ batch_id, annotators, nameOf }: PeopleProps) {
  return (
    <>
      <Table
        caption={strings.caption}
        rows={annotators}
        keyOf={({ member_id }) => member_id}
        columns={[
          {
            title: strings.annotator,
            sortBy: ({ member_id }) => nameOf(member_id),
            cell: ({ member_id }) => (
              <Link to="/items" search={{ batch: batch_id, annotator: member_id }}>
                {nameOf(member_id)}
              </Link>
            ),
          },
          ofAnnotator(strings.answers, ({ answers }) => answers),
          ofAnnotator(strings.medianTime, ({ median_seconds }) => median_seconds, saySeconds),
          {
            title: strings.matchesFinal,
            sortBy: ({ agreement_with_consensus }) => agreement_with_consensus,
            cell: sayLikeness,
            isNumber: true,
          },
          ...(annotators.some(({ gold }) => gold.answered > 0) ? GOLD : []),
          ...(annotators.some(({ audited }) => audited.answered > 0) ? [AUDITED] : []),
        ]}
      />
      <Mistaken batch_id={batch_id} annotators={annotators} nameOf={nameOf} />
    </>
  );
}

/** How like the answers are to labels, and how many of them have a label to compare with. */
export function sayLikeness({
  agreement_with_consensus: likeness,
  compared,
}: Pick<Annotator, "agreement_with_consensus" | "compared">): string {
  return likeness === null ? "–" : strings.likenessOf(formatPercent(likeness), compared);
}

/** How many answers to gold there are, and how many of them are right. */
const GOLD: readonly Column<Annotator>[] = [
  {
    title: strings.goldCorrect,
    sortBy: ({ gold }) => share(gold),
    cell: ({ gold }) => <Interval value={share(gold)} low={gold.low} high={gold.high} say={formatPercent} />,
  },
  ofAnnotator(strings.gold, ({ gold }) => gold.answered),
];

/** How many of the audited answers are right. */
const AUDITED: Column<Annotator> = {
  title: strings.auditedCorrect,
  sortBy: ({ audited }) => share(audited),
  cell: ({ audited }) => sayRight(audited),
  isNumber: true,
};

function share({ answered, right }: Annotator["audited"]): number | null {
  return answered === 0 ? null : right / answered;
}

function sayRight({ answered, right }: Annotator["audited"]): string {
  return answered === 0 ? "–" : everywhere.numberOf(String(right), String(answered));
}

interface PeopleProps {
  readonly batch_id: string;
  readonly annotators: Quality["annotators"];
  readonly nameOf: (member_id: string) => string;
}

const REFERENCES = ["gold_confusion", "audit_confusion", "confusion"] as const;
type Reference = (typeof REFERENCES)[number];

/**
 * An annotator's answers compared with gold, the labels that audits found right, or final labels: first of the one who
 * differs most, by what is known best.
 */
function Mistaken({ batch_id, annotators, nameOf }: PeopleProps) {
  const hasPairs = (annotator: Annotator, of: Reference) => (annotator[of] ?? []).length > 0;
  const best = REFERENCES.find((of) => annotators.some((one) => hasPairs(one, of))) ?? "confusion";
  const shown = sortRows(
    annotators.filter((one) => REFERENCES.some((of) => hasPairs(one, of))),
    (one) => mostRight(one[best] ?? []),
  );
  const [chosen, setChosen] = useState<string>();
  const [wanted, setWanted] = useState<Reference>();
  const annotator = shown.find(({ member_id }) => member_id === chosen) ?? shown[0];
  if (annotator === undefined) return null;
  const known = REFERENCES.filter((of) => hasPairs(annotator, of));
  const reference = known.find((of) => of === wanted) ?? known[0] ?? "confusion";
  return (
    <Panel
      title={all.confusion.beside[reference]}
      aside={
        <span className={styles.choices}>
          <Select
            label={strings.annotator}
            isLabelHidden
            options={shown.map(({ member_id }) => ({ id: member_id, name: nameOf(member_id) }))}
            value={annotator.member_id}
            onChange={setChosen}
          />
          {known.length > 1 && (
            <Select
              label={all.confusion.reference}
              isLabelHidden
              options={known.map((id) => ({ id, name: all.confusion.references[id] }))}
              value={reference}
              onChange={setWanted}
            />
          )}
        </span>
      }
    >
      <ConfusionTable
        caption={strings.answersOf(nameOf(annotator.member_id))}
        pairs={annotator[reference] ?? []}
        reference={reference}
        searchOf={({ accepted, answer }) => ({
          ...{ batch: batch_id, annotator: annotator.member_id },
          ...{ label: accepted, answer },
        })}
      />
    </Panel>
  );
}

/** A duration such as `8.4 s` or `2 min`. */
function saySeconds(seconds: number): string {
  if (seconds < 10) return strings.seconds(seconds.toFixed(1));
  return seconds < 90
    ? strings.seconds(String(Math.round(seconds)))
    : strings.minutes(String(Math.round(seconds / 60)));
}

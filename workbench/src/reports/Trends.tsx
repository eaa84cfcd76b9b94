import type { components } from "@assay/sdk/schema.ts";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useMemo, useState } from "react";
import { strings as all } from "#strings/reports.ts";
import { api } from "../api/client.ts";
import { useMemberName } from "../api/members.ts";
import { Button } from "../design/Button.tsx";
import { EmptyState } from "../design/EmptyState.tsx";
import { Notice } from "../design/Notice.tsx";
import { Select } from "../design/Select.tsx";
import { Table } from "../design/Table.tsx";
import { formatNumber, formatPercent } from "../strings/format.ts";
import { ReportPanel } from "./ReportPanel.tsx";
import { saveCsv } from "./save-csv.ts";
import styles from "./Trends.module.css";
import { everyDay, MEASURES, type Measure, measured, type Period, periodsOf } from "./trends.ts";

const strings = all.trends;
const LineChart = lazy(() => import("./LineChart.tsx").catch(() => import("./NoChart.tsx")));

type Annotator = components["schemas"]["AnnotatorTrend"];

const AGAIN_MS = 60_000;
const EVERYBODY = "everybody";
const UNITS = [
  { id: "day", name: strings.byDay },
  { id: "week", name: strings.byWeek },
] as const;

/** The work and quality of a batch's annotators over time, and whose quality has dropped. */
export function Trends({ batch_id }: { readonly batch_id: string }) {
  const report = useQuery({
    queryKey: ["trends", batch_id],
    queryFn: async () =>
      (await api.GET("/v1/batches/{id}/trends", { params: { path: { id: batch_id } } })).data,
    refetchInterval: AGAIN_MS,
  });
  return (
    <ReportPanel words={strings} query={report}>
      {(data) =>
        data.annotators.length === 0 ? (
          <EmptyState title={strings.none}>{strings.noneHelp}</EmptyState>
        ) : (
          <div className={styles.part}>
            {data.is_limited && <p className={styles.quiet}>{strings.limited(data.from.slice(0, 10))}</p>}
            <Drifts annotators={data.annotators} />
            <Charts annotators={data.annotators} />
          </div>
        )
      }
    </ReportPanel>
  );
}

/** A sentence for everybody whose quality has dropped. */
function Drifts({ annotators }: { readonly annotators: readonly Annotator[] }) {
  const nameOf = useMemberName();
  const dropped = annotators.flatMap(({ member_id, drift }) =>
    drift.filter(({ has_dropped }) => has_dropped).map((found) => ({ member_id, ...found })),
  );
  if (dropped.length === 0) return <p className={styles.quiet}>{strings.noDrift}</p>;
  return dropped.map(({ member_id, measure, before, recent, p }) => (
    <Notice key={`${member_id} ${measure}`} tone="warn">
      {strings.dropped(nameOf(member_id), strings.drifting[measure], {
        before: formatPercent(before.right / before.compared),
        recent: formatPercent(recent.right / recent.compared),
        interval: `${formatPercent(recent.low)}–${formatPercent(recent.high)}`,
        p: p === null || p < 0.001 ? "< 0.001" : `= ${p.toFixed(3)}`,
      })}
    </Notice>
  ));
}

function Charts({ annotators }: { readonly annotators: readonly Annotator[] }) {
  return <Chart annotators={annotators} nameOf={useMemberName()} measures={MEASURES} />;
}

interface ChartProps {
  readonly annotators: readonly Pick<Annotator, "member_id" | "days">[];
  readonly nameOf: (member_id: string) => string;
  readonly measures: readonly Measure[];
}

/** A measure of annotators' work by day or week, as a chart, a table and CSV; of one only, without a choice. */
export function Chart({ annotators, nameOf, measures }: ChartProps) {
  const isAlone = annotators.length === 1;
  const [chosen, setChosen] = useState(isAlone ? (annotators[0]?.member_id ?? EVERYBODY) : EVERYBODY);
  const [measure, setMeasure] = useState<Measure>("answers");
  const [unit, setUnit] = useState<"day" | "week">("day");
  const [isTable, setTable] = useState(false);
  const everybody = useMemo(
    () =>
      periodsOf(
        annotators.flatMap(({ days }) => days),
        unit,
      ),
    [annotators, unit],
  );
  const one = annotators.find(({ member_id }) => member_id === chosen);
  const shown = useMemo(
    () => (one === undefined ? everybody : periodsOf(one.days, unit)),
    [one, everybody, unit],
  );
  const name = one === undefined ? strings.everybody : nameOf(one.member_id);
  const title = strings.ofWhom(strings.measures[measure], name);
  const say = SAY[measure];
  const rows = shown.toReversed();
  return (
    <>
      <div className={styles.bar}>
        {!isAlone && (
          <Select
            label={strings.annotator}
            options={[
              { id: EVERYBODY, name: strings.everybody },
              ...annotators.map(({ member_id }) => ({ id: member_id, name: nameOf(member_id) })),
            ]}
            value={chosen}
            onChange={setChosen}
          />
        )}
        <Select
          label={strings.measure}
          options={measures.map((id) => ({ id, name: strings.measures[id] }))}
          value={measure}
          onChange={setMeasure}
        />
        <Select label={strings.unit} options={UNITS} value={unit} onChange={setUnit} />
        <Button aria-pressed={isTable} onPress={() => setTable(!isTable)}>
          {isTable ? all.perDay.asChart : all.perDay.asTable}
        </Button>
        <Button onPress={() => saveCsv("trends.csv", csvOf(shown, measures))}>{all.work.saveCsv}</Button>
      </div>
      {isTable ? (
        <Table
          caption={title}
          rows={rows}
          keyOf={({ day }) => day}
          columns={[
            { title: unit === "day" ? all.perDay.day : strings.week, cell: ({ day }) => day },
            ...measures.map((of) => ({
              title: strings.measures[of],
              isNumber: true,
              cell: (period: Period) => {
                const value = measured(period, of);
                return value === null ? "–" : SAY[of](value);
              },
            })),
          ]}
        />
      ) : (
        <Suspense fallback={<div className={styles.room} />}>
          <Lines
            {...{ title, name, shown, measure, unit, say }}
            everybody={one === undefined || isAlone ? undefined : everybody}
          />
        </Suspense>
      )}
    </>
  );
}

interface LinesProps {
  readonly title: string;
  readonly name: string;
  readonly shown: readonly Period[];
  /** For comparison, of shares and speed only: sums of everybody would dwarf one. */
  readonly everybody: readonly Period[] | undefined;
  readonly measure: Measure;
  readonly unit: "day" | "week";
  readonly say: (value: number) => string;
}

function Lines({ title, name, shown, everybody, measure, unit, say }: LinesProps) {
  const isSum = measure === "answers" || measure === "active_minutes";
  const isCompared = everybody !== undefined && !isSum;
  const { times, lines } = useMemo(() => {
    const others = isCompared ? everybody : [];
    const days = everyDay(
      [...shown, ...others].map(({ day }) => day),
      unit,
    );
    const valuesOf = (periods: readonly Period[]) => {
      const known = new Map(periods.map((period) => [period.day, measured(period, measure)]));
      return days.map((day) => known.get(day) ?? (isSum ? 0 : null));
    };
    const own = { name, values: valuesOf(shown) };
    return {
      times: days.map((day) => Date.parse(day) / 1000),
      lines: isCompared ? [own, { name: strings.everybody, values: valuesOf(others) }] : [own],
    };
  }, [name, shown, everybody, isCompared, isSum, measure, unit]);
  const isShare = measure === "gold" || measure === "consensus";
  if (lines.every(({ values }) => values.every((value) => value === null))) {
    return <EmptyState title={strings.notMeasured}>{strings.notMeasuredHelp[measure]}</EmptyState>;
  }
  const [day] = shown;
  if (times.length === 1 && day !== undefined) {
    const said = lines.map(
      ({ name: whose, values: [value] }) => `${whose} ${value == null ? "–" : say(value)}`,
    );
    return <p className={styles.quiet}>{strings.onePoint[unit](day.day, said)}</p>; // one point is no line
  }
  return <LineChart label={title} times={times} lines={lines} say={say} {...(isShare ? { top: 1 } : {})} />;
}

const SAY: Readonly<Record<Measure, (value: number) => string>> = {
  answers: (value) => formatNumber(value),
  active_minutes: (value) => formatNumber(value, { maximumFractionDigits: 1 }),
  per_hour: (value) => formatNumber(value, { maximumFractionDigits: 0 }),
  gold: formatPercent,
  consensus: formatPercent,
};

const COLUMNS = [
  "day",
  "answers",
  "active_minutes",
  "timed",
  "gold_answered",
  "gold_right",
  "compared",
  "agreeing",
] as const;

/** Without the columns of a measure that is not shown. */
function csvOf(
  periods: readonly Period[],
  measures: readonly Measure[],
): readonly (readonly (string | number)[])[] {
  const isLeftOut = (column: string) =>
    (!measures.includes("consensus") && /^(compared|agreeing)$/.test(column)) ||
    (!measures.includes("gold") && /^gold_/.test(column));
  const columns = COLUMNS.filter((column) => !isLeftOut(column));
  return [columns, ...periods.map((period) => columns.map((column) => period[column]))];
}

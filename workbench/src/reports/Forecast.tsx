import type { components } from "@assay/sdk/schema.ts";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { strings as all } from "#strings/reports.ts";
import { api } from "../api/client.ts";
import { NumberInput } from "../design/NumberInput.tsx";
import { type Stat, Stats } from "../design/Stats.tsx";
import { formatHours, formatNumber } from "../strings/format.ts";
import { ReportPanel } from "./ReportPanel.tsx";
import styles from "./Trends.module.css";

const strings = all.forecast;

const AGAIN_MS = 60_000;
const RATE = "assay-pay-rate";

/** The forecast of a batch. */
export function forecastQuery(batch_id: string) {
  return queryOptions({
    queryKey: ["forecast", batch_id],
    queryFn: async () =>
      (await api.GET("/v1/batches/{id}/forecast", { params: { path: { id: batch_id } } })).data,
  });
}

/** When a batch will be finished, what is left of it, and the hours and cost of a certified label; nothing if none is known. */
export function Forecast({ batch_id }: { readonly batch_id: string }) {
  const report = useQuery({ ...forecastQuery(batch_id), refetchInterval: AGAIN_MS });
  if (report.data !== undefined && isEmpty(report.data)) return null;
  return (
    <ReportPanel words={strings} query={report}>
      {(data) => <Numbers forecast={data} />}
    </ReportPanel>
  );
}

type Data = components["schemas"]["BatchForecast"];

/** Whether nothing but audits, which the verdict counts, is left to do, and no active time is known. */
function isEmpty({ answers_left, adjudications_left, hours_spent }: Data): boolean {
  return answers_left + adjudications_left === 0 && hours_spent === null;
}

function Numbers({ forecast }: { readonly forecast: Data }) {
  const { items_left, answers_left, adjudications_left, audits_left, hours_left, hours_spent } = forecast;
  const { hours_per_certified_label: perLabel } = forecast;
  const [rate, setRate] = useState(() => Number(localStorage.getItem(RATE)) || 0);
  const time = (name: string, value: number | null): Stat[] =>
    value === null ? [] : [{ name, value: formatHours(value) }];
  const left = (name: string, count: number): Stat[] =>
    count === 0 ? [] : [{ name, value: formatNumber(count) }];
  const stats: Stat[] = [
    ...(answers_left === 0 ? [] : [{ name: strings.finish, ...sayFinish(forecast) }]),
    ...left(strings.items, items_left),
    ...left(strings.answers, answers_left),
    ...left(strings.adjudications, adjudications_left),
    ...left(strings.audits, audits_left),
    ...(answers_left === 0 ? [] : time(strings.time, hours_left)),
    ...time(strings.spent, hours_spent),
    ...time(strings.perLabel, perLabel),
    ...(perLabel === null || rate === 0
      ? []
      : [{ name: strings.cost, value: formatNumber(perLabel * rate, { maximumSignificantDigits: 3 }) }]),
  ];
  return (
    <div className={styles.part}>
      <Stats stats={stats} />
      {perLabel !== null && (
        <div className={styles.bar}>
          <NumberInput
            label={strings.rate}
            minValue={0}
            value={rate}
            onChange={(value) => {
              const kept = Number.isFinite(value) ? value : 0;
              localStorage.setItem(RATE, String(kept));
              setRate(kept);
            }}
          />
          <p className={styles.quiet}>{strings.rateHelp}</p>
        </div>
      )}
      {answers_left > 0 && forecast.finish !== null && <p className={styles.quiet}>{strings.method}</p>}
    </div>
  );
}

function sayFinish({ finish }: Data): Pick<Stat, "value" | "detail"> {
  if (finish === null) return { value: strings.notEnough, detail: strings.notEnoughHelp };
  const { low, median, high } = finish;
  if (median === null || low === null) return { value: strings.never };
  const day = (at: string) => at.slice(0, 10);
  return {
    value: day(median),
    detail: high === null ? strings.after(day(low)) : strings.between(day(low), day(high)),
  };
}

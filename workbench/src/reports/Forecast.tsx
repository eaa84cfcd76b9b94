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

const RATE = "assay-pay-rate";

/** The forecast of a batch. */
export function forecastQuery(batch_id: string) {
  return queryOptions({
    queryKey: ["batches", batch_id, "forecast"], // it is asked for again with the batch
    queryFn: async () =>
      (await api.GET("/v1/batches/{id}/forecast", { params: { path: { id: batch_id } } })).data,
  });
}

type Data = components["schemas"]["BatchForecast"];

/** When a batch will be finished, and what is left of it; nothing once at most audits are left, which the verdict counts. */
export function Forecast({ batch_id }: { readonly batch_id: string }) {
  const report = useQuery(forecastQuery(batch_id));
  if (report.data !== undefined && report.data.answers_left + report.data.adjudications_left === 0)
    return null;
  return (
    <ReportPanel words={strings} query={report}>
      {(data) => <Numbers forecast={data} />}
    </ReportPanel>
  );
}

function Numbers({ forecast }: { readonly forecast: Data }) {
  const { items_left, answers_left, adjudications_left, audits_left, hours_left } = forecast;
  const left = (name: string, count: number): Stat[] =>
    count === 0 ? [] : [{ name, value: formatNumber(count) }];
  const stats: Stat[] = [
    ...(answers_left === 0 ? [] : [{ name: strings.finish, ...sayFinish(forecast) }]),
    ...left(strings.items, items_left),
    ...left(strings.answers, answers_left),
    ...left(strings.adjudications, adjudications_left),
    ...left(strings.audits, audits_left),
    ...(answers_left === 0 ? [] : timeStat(strings.time, hours_left)),
  ];
  return (
    <div className={styles.part}>
      <Stats stats={stats} />
      {answers_left > 0 && forecast.finish !== null && <p className={styles.quiet}>{strings.method}</p>}
    </div>
  );
}

/** The active time that a batch has taken, as far as it is known. */
export function timeStats(forecast: Data | undefined): Stat[] {
  if (forecast === undefined) return [];
  return [
    ...timeStat(strings.spent, forecast.hours_spent),
    ...timeStat(strings.perLabel, forecast.hours_per_certified_label),
  ];
}

function timeStat(name: string, hours: number | null): Stat[] {
  return hours === null ? [] : [{ name, value: formatHours(hours) }];
}

/** What a certified label cost, by the pay that a lead types; nothing until the time of one is known. */
export function LabelCost({ forecast }: { readonly forecast: Data | undefined }) {
  const [rate, setRate] = useState(() => Number(localStorage.getItem(RATE)) || 0);
  const hours = forecast?.hours_per_certified_label ?? null;
  if (hours === null) return null;
  return (
    <details open={rate > 0} className={styles.cost}>
      <summary>{strings.cost}</summary>
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
        {rate > 0 && (
          <p>
            {strings.costs} <strong>{formatNumber(hours * rate, { maximumSignificantDigits: 3 })}</strong>
          </p>
        )}
        <p className={styles.quiet}>{strings.rateHelp}</p>
      </div>
    </details>
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

import type { components } from "@assay/sdk/schema.ts";
import { useQuery } from "@tanstack/react-query";
import { strings as all } from "#strings/reports.ts";
import { api } from "../api/client.ts";
import { useAttempt } from "../api/use-attempt.ts";
import { Button } from "../design/Button.tsx";
import { ButtonLink } from "../design/ButtonLink.tsx";
import { EmptyState } from "../design/EmptyState.tsx";
import { Notice } from "../design/Notice.tsx";
import { sortRows } from "../design/sort-rows.ts";
import { type Column, numbered, Table } from "../design/Table.tsx";
import { formatHours, formatMoney } from "../strings/format.ts";
import { useMonth } from "./MonthChoice.tsx";
import { ReportPanel } from "./ReportPanel.tsx";
import { saveFile } from "./save-csv.ts";
import styles from "./WorkReport.module.css";

const strings = all.pay;

type Row = components["schemas"]["PayRow"];

const COLUMNS: readonly Column<Row>[] = [
  {
    title: strings.member,
    cell: ({ member_name }) => member_name,
    sortBy: ({ member_name }) => member_name,
  },
  { title: strings.since, cell: ({ starts_on }) => starts_on ?? strings.noRate },
  { title: strings.per, cell: ({ unit }) => unit !== null && strings.units[unit] },
  { title: strings.rate, isNumber: true, cell: ({ rate, currency }) => sayMoney(rate, currency) },
  numbered<Row>(strings.hours, ({ hours }) => Number(hours), formatHours),
  numbered<Row>(strings.answers, ({ answers }) => answers),
  numbered<Row>(strings.accepted, ({ accepted }) => accepted),
  numbered<Row>(strings.undecided, ({ undecided }) => undecided),
  {
    title: strings.amount,
    isNumber: true,
    cell: ({ amount, currency }) => sayMoney(amount, currency),
    sortBy: ({ amount }) => (amount === null ? null : Number(amount)),
  },
];

/** What each member's work in a month earned, with the sums by currency. */
export function PayReport() {
  const { month, choice } = useMonth(strings.month);
  const asked = { from: month.from, to: month.to };
  const query = useQuery({
    queryKey: ["pay", month.id],
    queryFn: async () => {
      const { data } = await api.GET("/v1/pay", { params: { query: { ...asked, format: "json" } } });
      return data as components["schemas"]["PayReport"]; // the text is CSV, which was not asked for
    },
  });
  const { fault, attempt } = useAttempt();
  const save = () =>
    attempt(async () => {
      const params = { query: { ...asked, format: "csv" as const } };
      saveFile("pay.csv", (await api.GET("/v1/pay", { params, parseAs: "blob" })).data);
    });
  return (
    <ReportPanel
      words={strings}
      query={query}
      aside={
        <div className={styles.bar}>
          {choice}
          <Button onPress={() => void save()}>{strings.saveCsv}</Button>
          <ButtonLink to="/members">{strings.setRates}</ButtonLink>
        </div>
      }
    >
      {({ data, totals }) => (
        <div className={styles.part}>
          {fault !== undefined && <Notice tone="bad">{fault}</Notice>}
          {data.length === 0 ? (
            <EmptyState title={strings.empty}>{strings.emptyHelp}</EmptyState>
          ) : (
            <Table
              caption={strings.caption}
              columns={COLUMNS}
              rows={sortRows(data, ({ member_name }) => member_name)}
              keyOf={({ member_id, starts_on }) => `${member_id} ${starts_on}`}
            />
          )}
          {totals.length > 0 && (
            <p className={styles.total}>{strings.total(totals.map(formatMoney).join(" + "))}</p>
          )}
          {data.length > 0 && <p className={styles.note}>{strings.hoursHelp}</p>}
        </div>
      )}
    </ReportPanel>
  );
}

function sayMoney(amount: string | null, currency: string | null): string {
  return amount === null || currency === null ? "" : formatMoney({ amount, currency });
}

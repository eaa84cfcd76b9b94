import type { components } from "@assay/sdk/schema.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { strings as all } from "#strings/reports.ts";
import { api } from "../api/client.ts";
import { useAttempt } from "../api/use-attempt.ts";
import { Button } from "../design/Button.tsx";
import { Checkboxes } from "../design/Checkboxes.tsx";
import { EmptyState } from "../design/EmptyState.tsx";
import { FetchState } from "../design/FetchState.tsx";
import { Notice } from "../design/Notice.tsx";
import { Panel } from "../design/Panel.tsx";
import { Select } from "../design/Select.tsx";
import { type Column, numbered, Table } from "../design/Table.tsx";
import { formatNumber } from "../strings/format.ts";
import { saveFile } from "./save-csv.ts";
import styles from "./WorkReport.module.css";

const strings = all.work;

type Row = components["schemas"]["WorkRow"];

const DAY_MS = 86_400_000;
const RANGES = [
  { id: "7", name: strings.periods[7] },
  { id: "30", name: strings.periods[30] },
  { id: "90", name: strings.periods[90] },
  { id: "366", name: strings.periods[366] },
] as const;
const GROUPS = ["member", "project", "batch", "day"] as const;
type Group = (typeof GROUPS)[number];
const NAMED: Readonly<Record<Group, Column<Row>>> = {
  member: named("member", ({ member_name, member_id }) => member_name ?? member_id),
  project: named("project", ({ project_name }) => project_name),
  batch: named("batch", ({ batch_name }) => batch_name),
  day: named("day", ({ day }) => day),
};
const NUMBERS = [
  ...(["answers", "items", "objects", "active_minutes", "accepted", "corrected", "undecided"] as const),
];

function named(group: Group, nameOf: (row: Row) => string | null | undefined): Column<Row> {
  return { title: strings.columns[group], cell: nameOf, sortBy: nameOf };
}

/** The columns of numbers, without objects if nobody drew any. */
function numbersOf(rows: readonly Row[]): readonly Column<Row>[] {
  const hasObjects = rows.some(({ objects }) => objects > 0);
  return NUMBERS.filter((name) => name !== "objects" || hasObjects).map((name) =>
    numbered<Row>(
      strings.numbers[name],
      (row) => row[name],
      (value) => formatNumber(value, { maximumFractionDigits: 1 }),
    ),
  );
}

/** The work report by member, project, batch or day; `children` below it once it is there, so that its rows do not move them. */
export function WorkReport({ children }: { readonly children: ReactNode }) {
  const [days, setDays] = useState<(typeof RANGES)[number]["id"]>("30");
  const [groups, setGroups] = useState<readonly Group[]>(["member"]);
  const group_by = groups.join(",");
  const query = () => ({ group_by, from: new Date(Date.now() - Number(days) * DAY_MS).toISOString() });
  const asked = useQuery({
    queryKey: ["work", days, group_by],
    queryFn: async () =>
      (await api.GET("/v1/work", { params: { query: { ...query(), format: "json" } } })).data as {
        readonly data: readonly Row[];
      },
    placeholderData: keepPreviousData,
  });
  const { data } = asked;
  const { fault, attempt } = useAttempt();
  const save = () =>
    attempt(async () => {
      const params = { query: { ...query(), format: "csv" as const } };
      saveFile("work.csv", (await api.GET("/v1/work", { params, parseAs: "blob" })).data);
    });
  const keyOf = (row: Row) => [row.member_id, row.project_id, row.batch_id, row.day].join(" ");
  return (
    <>
      <Panel title={strings.caption}>
        <div className={styles.bar}>
          <Select label={strings.period} options={RANGES} value={days} onChange={setDays} />
          <fieldset className={styles.choices}>
            <legend>{strings.groupBy}</legend>
            <Checkboxes
              options={GROUPS}
              chosen={groups}
              onChange={setGroups}
              nameOf={(group) => strings.groups[group]}
              needsOne
            />
          </fieldset>
          <Button onPress={() => void save()}>{strings.saveCsv}</Button>
        </div>
        {fault !== undefined && <Notice tone="bad">{fault}</Notice>}
        <FetchState query={asked} />
        {data?.data.length === 0 && <EmptyState title={strings.empty}>{strings.emptyHelp}</EmptyState>}
        {data !== undefined && data.data.length > 0 && (
          <Table
            caption={strings.caption}
            columns={[...groups.map((group) => NAMED[group]), ...numbersOf(data.data)]}
            rows={data.data}
            keyOf={keyOf}
          />
        )}
      </Panel>
      {!asked.isPending && children}
    </>
  );
}

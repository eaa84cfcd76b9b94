import type { components } from "@assay/sdk/schema.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../api/client.ts";
import { Button } from "../design/Button.tsx";
import { Checkbox } from "../design/Checkbox.tsx";
import { EmptyState } from "../design/EmptyState.tsx";
import { Notice } from "../design/Notice.tsx";
import { Select } from "../design/Select.tsx";
import { type Column, Table } from "../design/Table.tsx";
import styles from "./WorkReport.module.css";

type Row = components["schemas"]["WorkRow"];

const DAY_MS = 86_400_000;
const RANGES = [
  { id: "7", name: "Last 7 days" },
  { id: "30", name: "Last 30 days" },
  { id: "90", name: "Last 90 days" },
  { id: "366", name: "Last year" },
] as const;
const GROUPS = ["member", "project", "batch", "day"] as const;
type Group = (typeof GROUPS)[number];
const SAID: Readonly<Record<Group, string>> = {
  member: "Member",
  project: "Project",
  batch: "Batch",
  day: "Day",
};
const NAMED: Readonly<Record<Group, Column<Row>>> = {
  member: { title: "Member", cell: ({ member_name, member_id }) => member_name ?? member_id },
  project: { title: "Project", cell: ({ project_name }) => project_name },
  batch: { title: "Batch", cell: ({ batch_name }) => batch_name },
  day: { title: "Day (UTC)", cell: ({ day }) => day },
};
const number = (title: string, value: (row: Row) => number): Column<Row> => ({
  title,
  isNumber: true,
  cell: (row) => value(row).toLocaleString("en", { maximumFractionDigits: 1 }),
});
const NUMBERS = [
  number("Answers", ({ answers }) => answers),
  number("Items", ({ items }) => items),
  number("Objects", ({ objects }) => objects),
  number("Active minutes", ({ active_minutes }) => active_minutes),
  number("Accepted", ({ accepted }) => accepted),
  number("Corrected", ({ corrected }) => corrected),
];

/** Who did how much, by member, project, batch or day. */
export function WorkReport() {
  const [days, setDays] = useState<(typeof RANGES)[number]["id"]>("30");
  const [groups, setGroups] = useState<readonly Group[]>(["member"]);
  const group_by = groups.join(",");
  const query = () => ({ group_by, from: new Date(Date.now() - Number(days) * DAY_MS).toISOString() });
  const { data, error } = useQuery({
    queryKey: ["work", days, group_by],
    queryFn: async () =>
      (await api.GET("/v1/work", { params: { query: { ...query(), format: "json" } } })).data as {
        readonly data: readonly Row[];
      },
  });
  const save = async () => {
    const asked = { params: { query: { ...query(), format: "csv" as const } }, parseAs: "blob" as const };
    const url = URL.createObjectURL((await api.GET("/v1/work", asked)).data);
    Object.assign(document.createElement("a"), { href: url, download: "work.csv" }).click();
    URL.revokeObjectURL(url);
  };
  const keyOf = (row: Row) => [row.member_id, row.project_id, row.batch_id, row.day].join(" ");
  return (
    <div className={styles.part}>
      <div className={styles.bar}>
        <Select label="Time" options={RANGES} value={days} onChange={setDays} />
        <fieldset className={styles.choices}>
          <legend>By</legend>
          {GROUPS.map((group) => (
            <Checkbox
              key={group}
              isSelected={groups.includes(group)}
              isDisabled={groups.length === 1 && groups.includes(group)}
              onChange={(isOn) =>
                setGroups(GROUPS.filter((one) => (one === group ? isOn : groups.includes(one))))
              }
            >
              {SAID[group]}
            </Checkbox>
          ))}
        </fieldset>
        <Button onPress={() => void save()}>Save as CSV</Button>
      </div>
      {error !== null && <Notice tone="bad">{error.message}</Notice>}
      {data?.data.length === 0 && <EmptyState title="No work in this time">Choose a longer one.</EmptyState>}
      {data !== undefined && data.data.length > 0 && (
        <Table
          caption="Work"
          columns={[...groups.map((group) => NAMED[group]), ...NUMBERS]}
          rows={data.data}
          keyOf={keyOf}
        />
      )}
    </div>
  );
}

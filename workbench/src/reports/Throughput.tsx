import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { strings as all } from "#strings/reports.ts";
import { api } from "../api/client.ts";
import { Button } from "../design/Button.tsx";
import { Panel } from "../design/Panel.tsx";
import { Table } from "../design/Table.tsx";
import { formatNumber } from "../strings/format.ts";
import { BarChart } from "./BarChart.tsx";
import { type Day, dayBefore, daysUntil } from "./days.ts";

const strings = all.perDay;

const SHOWN_DAYS = 30;
const AGAIN_MS = 60_000;

/** Answers and audits per day in a project; nothing for members who may not read the work report. */
export function Throughput({ project_id }: { readonly project_id: string }) {
  const [isTable, setTable] = useState(false);
  const { data } = useQuery({
    queryKey: ["work", "throughput", project_id],
    queryFn: async (): Promise<readonly Day[]> => {
      const now = Date.now();
      const from = dayBefore(now, SHOWN_DAYS - 1);
      const query = { group_by: "day", project_id, from: `${from}T00:00:00Z`, format: "json" as const };
      const { data: report } = await api.GET("/v1/work", { params: { query } });
      return typeof report === "string" ? [] : daysUntil(now, SHOWN_DAYS, report.data);
    },
    refetchInterval: AGAIN_MS,
  });
  if (data === undefined || data.every(({ answers, audits }) => answers + audits === 0)) return null;
  return (
    <Panel
      title={strings.title}
      aside={
        <Button look="quiet" aria-pressed={isTable} onPress={() => setTable(!isTable)}>
          {isTable ? strings.asChart : strings.asTable}
        </Button>
      }
    >
      {isTable ? (
        <Table
          caption={strings.title}
          rows={data.toReversed()}
          keyOf={({ day }) => day}
          columns={[
            { title: strings.day, cell: ({ day }) => day },
            { title: strings.answers, cell: ({ answers }) => formatNumber(answers), isNumber: true },
            { title: strings.audits, cell: ({ audits }) => formatNumber(audits), isNumber: true },
          ]}
        />
      ) : (
        <BarChart days={data} />
      )}
    </Panel>
  );
}

import { useQuery } from "@tanstack/react-query";
import { strings as all } from "#strings/reports.ts";
import { api } from "../api/client.ts";
import { Stats } from "../design/Stats.tsx";
import { formatMoney, formatNumber } from "../strings/format.ts";
import { useMonth } from "./MonthChoice.tsx";
import { ReportPanel } from "./ReportPanel.tsx";

const strings = all.own;

const NUMBERS_PX = 75;

/** What the person who is signed in did in a month, and what it earned. */
export function OwnWork() {
  const { month, choice } = useMonth(strings.month);
  const query = useQuery({
    queryKey: ["work", "mine", month.id],
    queryFn: async () => {
      const { from, to } = month;
      return (await api.GET("/v1/work/mine", { params: { query: { from, to } } })).data;
    },
    refetchOnMount: "always",
  });
  return (
    <ReportPanel words={strings} query={query} room={NUMBERS_PX} aside={choice}>
      {({ hours, answers, accepted, undecided, amounts }) => (
        <Stats
          stats={[
            { name: strings.hours, value: formatNumber(Number(hours), { maximumFractionDigits: 1 }) },
            { name: strings.answers, value: formatNumber(answers) },
            {
              name: strings.accepted,
              value: formatNumber(accepted),
              ...(undecided > 0 && { detail: strings.undecided(undecided) }),
            },
            ...(amounts.length === 0
              ? []
              : [{ name: strings.earned, value: amounts.map(formatMoney).join(" + ") }]),
          ]}
        />
      )}
    </ReportPanel>
  );
}

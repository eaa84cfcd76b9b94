import { useQuery } from "@tanstack/react-query";
import { strings as all } from "#strings/reports.ts";
import { api } from "../api/client.ts";
import { EmptyState } from "../design/EmptyState.tsx";
import { ReportPanel } from "./ReportPanel.tsx";
import styles from "./Trends.module.css";
import { Chart } from "./Trends.tsx";
import { MEASURES } from "./trends.ts";

const strings = all.ownTrends;
const ME = "me";

/** The own work by day, of the person who is signed in; gold where the projects show it. */
export function OwnTrends() {
  const query = useQuery({
    queryKey: ["work", "mine", "days"],
    queryFn: async () => (await api.GET("/v1/work/mine/days")).data,
    refetchOnMount: "always",
  });
  return (
    <ReportPanel words={strings} query={query}>
      {({ days, from, is_limited }) => {
        if (days.length === 0) return <EmptyState title={all.trends.none}>{strings.noneHelp}</EmptyState>;
        const hasGold = days.some(({ feedback_answers }) => feedback_answers > 0);
        const shown = days.map((day) => ({
          ...day,
          ...{
            gold_answered: day.feedback_answers,
            gold_right: day.feedback_right,
            compared: 0,
            agreeing: 0,
          },
        }));
        return (
          <div className={styles.part}>
            {is_limited && <p className={styles.quiet}>{all.trends.limited(from.slice(0, 10))}</p>}
            <Chart
              annotators={[{ member_id: ME, days: shown }]}
              nameOf={() => strings.me}
              measures={MEASURES.filter((of) => of !== "consensus" && (of !== "gold" || hasGold))}
            />
          </div>
        );
      }}
    </ReportPanel>
  );
}

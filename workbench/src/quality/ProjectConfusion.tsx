import { useQuery } from "@tanstack/react-query";
import { strings as all } from "#strings/quality.ts";
import { api } from "../api/client.ts";
import { EmptyState } from "../design/EmptyState.tsx";
import { FetchState } from "../design/FetchState.tsx";
import { formatNumber } from "../strings/format.ts";
import { ConfusionPanel } from "./ConfusionPanel.tsx";
import styles from "./Quality.module.css";

const strings = all.confusion;

/** Which labels annotators confuse, over the batches of a project. */
export function ProjectConfusion({ project_id }: { readonly project_id: string }) {
  const query = useQuery({
    queryKey: ["projects", project_id, "confusion"],
    queryFn: async () => {
      const params = { path: { id: project_id } };
      return (await api.GET("/v1/projects/{id}/confusion", { params })).data;
    },
  });
  const { data, error } = query;
  if (data === undefined || error !== null) return <FetchState query={query} />;
  const { batches, sample } = data;
  const counts = [sample.items, sample.of, batches.read, batches.of].map((value) => formatNumber(value));
  const [items = "", ofItems = "", read = "", ofBatches = ""] = counts;
  return (
    <ConfusionPanel
      counted={data}
      scope={{ project: project_id }}
      note={<p className={styles.quiet}>{strings.readFrom({ items, ofItems, read, ofBatches })}</p>}
      none={<EmptyState title={strings.none}>{strings.noneHelp}</EmptyState>}
    />
  );
}

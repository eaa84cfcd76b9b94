import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { strings as all } from "#strings/quality.ts";
import { api } from "../api/client.ts";
import { EmptyState } from "../design/EmptyState.tsx";
import { FetchState } from "../design/FetchState.tsx";
import { Panel } from "../design/Panel.tsx";
import { Select } from "../design/Select.tsx";
import { formatNumber } from "../strings/format.ts";
import { ConfusionTable } from "./ConfusionTable.tsx";
import styles from "./Quality.module.css";

const strings = all.confusion;

const REFERENCES = ["confusion", "gold_confusion", "audit_confusion"] as const;
type Reference = (typeof REFERENCES)[number];

/** Which labels annotators confuse, over the batches of a project. */
export function ProjectConfusion({ project_id }: { readonly project_id: string }) {
  const [wanted, setWanted] = useState<Reference>("confusion");
  const query = useQuery({
    queryKey: ["projects", project_id, "confusion"],
    queryFn: async () => {
      const params = { path: { id: project_id } };
      return (await api.GET("/v1/projects/{id}/confusion", { params })).data;
    },
  });
  const { data, error } = query;
  if (data === undefined || error !== null) return <FetchState query={query} />;
  const known = REFERENCES.filter((of) => (data[of] ?? []).length > 0);
  const reference = known.find((of) => of === wanted) ?? known[0];
  if (reference === undefined) return <EmptyState title={strings.none}>{strings.noneHelp}</EmptyState>;
  const { batches, sample } = data;
  const counts = [sample.items, sample.of, batches.read, batches.of].map((value) => formatNumber(value));
  const [items = "", ofItems = "", read = "", ofBatches = ""] = counts;
  return (
    <Panel
      title={strings.beside[reference]}
      aside={
        known.length > 1 && (
          <Select
            label={strings.reference}
            isLabelHidden
            options={known.map((id) => ({ id, name: strings.references[id] }))}
            value={reference}
            onChange={setWanted}
          />
        )
      }
    >
      <p className={styles.quiet}>{strings.readFrom({ items, ofItems, read, ofBatches })}</p>
      <ConfusionTable
        caption={strings.beside[reference]}
        pairs={data[reference] ?? []}
        reference={reference}
        searchOf={({ accepted, answer }) => ({ project: project_id, label: accepted, answer })}
      />
    </Panel>
  );
}

import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { strings as all } from "#strings/batches.ts";
import type { Batch } from "../api/batch.ts";
import { api } from "../api/client.ts";
import type { Project } from "../api/project.ts";
import { FetchState } from "../design/FetchState.tsx";
import { Panel } from "../design/Panel.tsx";
import { asGuidelines, nameOf } from "../thumbnails/item.ts";

import { sayResult } from "../thumbnails/say-result.ts";
import { Thumbnail } from "../thumbnails/Thumbnail.tsx";
import styles from "./WrongLabels.module.css";

const strings = all.wrongLabels;

const MOST = 6;
const SIZE = { width: 160, height: 120 };

/** The first items whose label the last audit found wrong, drawn with the label that they have now, and the way to all of them. */
export function WrongLabels({ batch, project }: { readonly batch: Batch; readonly project: Project }) {
  const { id: batch_id, round, status } = batch;
  const wrong = useQuery({
    queryKey: ["items", "audited-wrong", batch_id, round, status],
    queryFn: async () => {
      const query = { batch_id, audited: "wrong", limit: MOST } as const;
      return (await api.GET("/v1/items", { params: { query } })).data;
    },
  });
  const { data } = wrong;
  if (data?.data.length === 0) return null;
  const guidelines = asGuidelines(project);
  return (
    <Panel title={strings.title}>
      <FetchState query={wrong} />
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets lists without bullets */}
      <ul role="list" className={styles.list}>
        {data?.data.map((item) => (
          <li key={item.id} className={styles.item}>
            <Link to="/items/$id" params={{ id: item.id }} className={styles.link}>
              <Thumbnail item={item} project={guidelines} size={SIZE} />
              {nameOf(item)}
            </Link>
            <span className={styles.words}>{sayResult(item.label)}</span>
          </li>
        ))}
      </ul>
      {data?.has_more === true && (
        <p>
          <Link to="/items" search={{ batch: batch_id, audited: "wrong" }}>
            {strings.all}
          </Link>
        </p>
      )}
    </Panel>
  );
}

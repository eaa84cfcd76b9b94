import { useQueries, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { strings as all } from "#strings/batches.ts";
import { answersQuery, lastAudit } from "../api/answers.ts";
import type { Batch, Quality } from "../api/batch.ts";
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
/** As many as a request may read. */
const MOST_READ = 1_000;
const SIZE = { width: 140, height: 105 };

interface WrongLabelsProps {
  readonly batch: Batch;
  readonly project: Project;
  /** The round that decided; undefined until it is known. */
  readonly verdict: Quality["looks"][number] | undefined;
}

/** The first items whose label the last audit found wrong, with the label that it judged and the auditor's, and the way to all of them. */
export function WrongLabels({ batch, project, verdict }: WrongLabelsProps) {
  const counted = verdict?.unit === "group" ? undefined : verdict?.d;
  const { id: batch_id, round, status } = batch;
  const wrong = useQuery({
    queryKey: ["items", "audited-wrong", batch_id, round, status, counted],
    enabled: verdict !== undefined,
    queryFn: async () => {
      const limit = Math.min(MOST_READ, Math.max(MOST, counted ?? 0) + 1);
      const query = { batch_id, audited: "wrong", limit } as const;
      return (await api.GET("/v1/items", { params: { query } })).data;
    },
  });
  const found = wrong.data?.data ?? [];
  const shown = found.slice(0, MOST);
  const audited = useQueries({
    queries: shown.map(({ id }) => ({ ...answersQuery(id), select: lastAudit })),
  });
  if (wrong.data?.data.length === 0) return null;
  const wrongOnes = { batch: batch_id, audited: "wrong" } as const;
  const guidelines = asGuidelines(project);
  return (
    <Panel title={strings.title}>
      <FetchState query={wrong} />
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets lists without bullets */}
      <ul role="list" className={styles.list}>
        {shown.map((item, place) => (
          <li key={item.id} className={styles.item}>
            <Link
              to="/items/$id"
              params={{ id: item.id }}
              state={{ items: wrongOnes }}
              className={styles.link}
            >
              <Thumbnail item={item} project={guidelines} size={SIZE} />
              <span className={styles.name}>{nameOf(item)}</span>
            </Link>
            <Change label={item.label} audit={audited[place]?.data} />
            {audited[place]?.data?.reason != null && (
              <q className={styles.reason}>{audited[place].data.reason}</q>
            )}
          </li>
        ))}
      </ul>
      {counted !== undefined && found.length > counted && <p>{strings.counted(counted)}</p>}
      {found.length > MOST && (
        <p>
          <Link to="/items" search={wrongOnes}>
            {strings.all}
          </Link>
        </p>
      )}
    </Panel>
  );
}

interface ChangeProps {
  readonly label: unknown;
  readonly audit: ReturnType<typeof lastAudit>;
}

/** The delivered label and the auditor's, in words; one of them if the words are the same, as with boxes that were moved. */
function Change({ label, audit }: ChangeProps) {
  const delivered = sayResult(audit?.delivered ?? label);
  const right = audit === undefined ? delivered : sayResult(audit.result);
  return (
    <>
      <span className={styles.words}>{strings.delivered(delivered)}</span>
      {right !== delivered && <span className={styles.words}>{strings.auditor(right)}</span>}
    </>
  );
}

import { useQueries, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { strings as all } from "#strings/batches.ts";
import { answersQuery, lastAudit } from "../api/answers.ts";
import type { Batch, Quality } from "../api/batch.ts";
import { api } from "../api/client.ts";
import type { Project } from "../api/project.ts";
import { FetchState } from "../design/FetchState.tsx";
import { Panel } from "../design/Panel.tsx";
import { Table } from "../design/Table.tsx";
import { asGuidelines, nameOf } from "../thumbnails/item.ts";
import { sayResult } from "../thumbnails/say-result.ts";
import { Thumbnail } from "../thumbnails/Thumbnail.tsx";
import styles from "./WrongLabels.module.css";

const strings = all.wrongLabels;

const MOST = 6;
/** As many as a request may read. */
const MOST_READ = 1_000;
const MOST_FREQUENT = 3;
const SIZE = { width: 112, height: 48 };

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
    queryKey: ["items", "audited-wrong", batch_id, round, status],
    enabled: verdict !== undefined,
    queryFn: async () => {
      const query = { batch_id, audited: "wrong", limit: MOST_READ } as const;
      return (await api.GET("/v1/items", { params: { query } })).data;
    },
  });
  const found = wrong.data?.data ?? [];
  const shown = found.slice(0, MOST);
  const audits = useQueries({
    queries: shown.map(({ id }) => ({ ...answersQuery(id), select: lastAudit })),
    combine: (results) => new Map(shown.map(({ id }, place) => [id, results[place]?.data])),
  });
  if (wrong.data?.data.length === 0) return null;
  const wrongOnes = { batch: batch_id, audited: "wrong" } as const;
  const guidelines = asGuidelines(project);
  const hasReasons = [...audits.values()].some((audit) => audit?.reason != null);
  const pattern = wrong.data?.has_more === false ? frequentIn(found) : [];
  return (
    <Panel title={strings.title}>
      <FetchState query={wrong} />
      {pattern.length > 0 && <p>{strings.pattern(found.length, pattern)}</p>}
      <Table
        caption={strings.title}
        rows={shown}
        keyOf={({ id }) => id}
        columns={[
          {
            title: strings.item,
            cell: (item) => (
              <Link
                to="/items/$id"
                params={{ id: item.id }}
                state={{ items: wrongOnes }}
                className={styles.link}
              >
                <Thumbnail item={item} project={guidelines} size={SIZE} />
                <span className={styles.name}>{nameOf(item)}</span>
              </Link>
            ),
          },
          {
            title: strings.delivered,
            cell: ({ id, label }) => sayResult(audits.get(id)?.delivered ?? label),
          },
          { title: strings.auditor, cell: ({ id, label }) => sayRight(label, audits.get(id)) },
          ...(hasReasons
            ? [{ title: strings.reason, cell: ({ id }: { readonly id: string }) => audits.get(id)?.reason }]
            : []),
        ]}
      />
      {verdict !== undefined && counted !== undefined && found.length > counted && (
        <p>{strings.counted(verdict.n, counted)}</p>
      )}
      {found.length > MOST && (
        <p>
          <Link to="/items" search={wrongOnes} className={styles.all}>
            {strings.all}
          </Link>
        </p>
      )}
    </Panel>
  );
}

/** The auditor's label in words; nothing if the words are those of the delivered one, as with boxes that were moved. */
function sayRight(label: unknown, audit: ReturnType<typeof lastAudit>): string | null {
  if (audit === undefined) return null;
  const right = sayResult(audit.result);
  return right === sayResult(audit.delivered ?? label) ? null : right;
}

/** The labels that several of the items have, most frequent first: what a batch got wrong again and again. */
function frequentIn(
  items: readonly { readonly label: unknown }[],
): readonly (readonly [label: string, items: number])[] {
  const counts = new Map<string, number>();
  for (const { label } of items) {
    if (label === null) continue;
    const words = sayResult(label);
    counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > 1)
    .sort(([, one], [, other]) => other - one)
    .slice(0, MOST_FREQUENT);
}

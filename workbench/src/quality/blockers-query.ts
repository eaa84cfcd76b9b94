import type { components } from "@assay/sdk/schema.ts";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../api/client.ts";

export type Blocker = components["schemas"]["Blocker"];

/** What the batches of a project wait for. */
export function blockersQuery(project_id: string) {
  return queryOptions({
    queryKey: ["projects", project_id, "blockers"],
    queryFn: async () => {
      const params = { path: { id: project_id } };
      return (await api.GET("/v1/projects/{id}/blockers", { params })).data.data;
    },
  });
}

/** The first blocker that waits for an audit or adjudication by the member, as far as its list of a few people tells. */
export function firstToJudge(
  blockers: readonly Blocker[],
  member_id: string,
  batch_id?: string,
): Blocker | undefined {
  return blockers.find(
    ({ kind, can_act: { members, member_ids }, ...blocker }) =>
      (kind === "audit" || kind === "conflict" || kind === "skipped") &&
      (batch_id === undefined || blocker.batch_id === batch_id) &&
      (members > member_ids.length || member_ids.includes(member_id)),
  );
}

/** Whether the items of a blocker have their answers and wait for a decision: by an adjudicator, or one more annotator. */
export function isUndecided({ kind }: Pick<Blocker, "kind">): boolean {
  return kind === "conflict" || kind === "skipped" || kind === "tied" || kind === "skipped_once";
}

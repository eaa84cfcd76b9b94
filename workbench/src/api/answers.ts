import type { components } from "@assay/sdk/schema.ts";
import { queryOptions } from "@tanstack/react-query";
import { api } from "./client.ts";

/** The answers to an item, and what its audits found. */
export type Answers = components["schemas"]["ItemAnnotations"];

/** The query of all answers to an item, oldest first. */
export function answersQuery(id: string) {
  return queryOptions({
    queryKey: ["items", "answers", id],
    queryFn: async () => (await api.GET("/v1/items/{id}/annotations", { params: { path: { id } } })).data,
  });
}

/** What the last audit found, with the auditor's answer; undefined without an audit that the reader may see. */
export function lastAudit({ data, audits }: Answers) {
  const found = audits.at(-1);
  const answer = data.find(({ id }) => id === found?.annotation_id);
  return found && answer && { ...found, round: answer.round, result: answer.result };
}

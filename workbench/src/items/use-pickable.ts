import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { strings as all } from "#strings/items.ts";
import { batchQuery, qualityQuery } from "../api/batch.ts";
import { useMemberName, useMembers } from "../api/members.ts";
import { projectQuery } from "../api/project.ts";
import type { Pickable } from "./PickFilter.tsx";
import { ITEM_STATES, type ItemsSearch } from "./search.ts";

/** With more labels a filter is typed. */
const MOST_LABELS = 500;

/**
 * What the items of a batch or project can be filtered by. Undefined where the values are not known, so that one must be typed,
 * such as labels where the project has none. The annotators are all who may belong to the project, until the report says who answered. The numbers come from the report of the batch, which
 * loads when `count` is called, because it takes longer than a page of items.
 */
export function usePickable({ batch: batch_id, project }: ItemsSearch) {
  const [isCounted, setCounted] = useState(false);
  const batch = useQuery({ ...batchQuery(batch_id ?? ""), enabled: batch_id !== undefined });
  const project_id = project ?? batch.data?.project_id;
  const { data: guidelines } = useQuery({
    ...projectQuery(project_id ?? ""),
    enabled: project_id !== undefined,
  });
  const report = useQuery({
    ...qualityQuery(batch_id ?? ""),
    enabled: isCounted && batch_id !== undefined,
    refetchInterval: false,
  });
  const nameOfMember = useMemberName();
  const { data: members } = useMembers();
  const delivered = new Map(report.data?.labels.map(({ label, delivered }) => [label, delivered]));
  const current = guidelines?.labels.flatMap(({ name, retired }) => (retired ? [] : [name])) ?? [];
  const names = [...new Set([...current, ...delivered.keys()])];
  const { item_count, annotated_count, excluded_count } = batch.data ?? {};
  const states = {
    open: open(item_count, annotated_count, excluded_count),
    accepted: annotated_count,
    excluded: excluded_count,
  };
  return {
    project_id,
    count: () => setCounted(true),
    states: ITEM_STATES.map(
      (value): Pickable => ({ value, name: all.filters.states[value], count: states[value] }),
    ),
    labels:
      current.length === 0 || names.length > MOST_LABELS
        ? undefined
        : names.map(
            (value): Pickable => ({ value, name: value, count: counted(report.data, delivered.get(value)) }),
          ),
    annotators:
      batch_id === undefined || report.data === undefined
        ? members
            ?.filter(({ project_ids }) => project_ids === null || project_ids.includes(project_id ?? ""))
            .map(({ id }): Pickable => ({ value: id, name: nameOfMember(id) }))
            .sort((one, other) => one.name.localeCompare(other.name))
        : report.data.annotators.map(
            ({ member_id, answers }): Pickable => ({
              value: member_id,
              name: nameOfMember(member_id),
              count: answers,
            }),
          ),
  };
}

function open(items?: number | null, accepted?: number, excluded?: number): number | undefined {
  if (typeof items !== "number" || accepted === undefined || excluded === undefined) return undefined;
  return Math.max(0, items - accepted - excluded);
}

/** A label that a report does not name has no items, unless the report is not there. */
function counted(report: unknown, delivered: number | undefined): number | undefined {
  return report === undefined ? undefined : (delivered ?? 0);
}

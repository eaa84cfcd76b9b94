import type { components } from "@assay/sdk/schema.ts";
import { queryOptions } from "@tanstack/react-query";
import { strings as all } from "#strings/items.ts";
import { api } from "../api/client.ts";
import type { Project } from "../api/project.ts";
import type { Guidelines } from "../editors/editor.ts";

const strings = all.item;

export type Item = components["schemas"]["Item"];
export type ItemSummary = components["schemas"]["ItemSummary"];
export type Answer = components["schemas"]["Annotation"];

const CONTENT_FRESH_MS = 60_000;

/** The query of an item with its content. */
export function itemQuery(id: string) {
  return queryOptions({
    queryKey: ["items", "one", id],
    queryFn: async (): Promise<Item> => (await api.GET("/v1/items/{id}", { params: { path: { id } } })).data,
    staleTime: CONTENT_FRESH_MS,
  });
}

/** The query of all answers to an item, oldest first. */
export function answersQuery(id: string) {
  return queryOptions({
    queryKey: ["items", "answers", id],
    queryFn: async () => (await api.GET("/v1/items/{id}/annotations", { params: { path: { id } } })).data,
  });
}

/** The project's newest guidelines, as editors that only show an answer take them. */
export function asGuidelines(project: Project): Guidelines {
  return { ...project, has_assist: false, is_confirmed: true };
}

/** The name of an item: its external id, or its file and line. */
export function nameOf({ external_id, file, line }: Pick<Item, "external_id" | "file" | "line">): string {
  return external_id ?? (line === null ? file.filename : strings.lineOf(file.filename, line));
}

/** The color of an item's state. */
export function itemTone(status: Item["status"]) {
  return ({ open: "accent", accepted: "good", excluded: "plain" } as const)[status];
}

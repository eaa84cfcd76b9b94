import type { components } from "@assay/sdk/schema.ts";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../api/client.ts";

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

/** The color of an item's state. */
export function itemTone(status: Item["status"]) {
  return ({ open: "accent", accepted: "good", excluded: "plain" } as const)[status];
}

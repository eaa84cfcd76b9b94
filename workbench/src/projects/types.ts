import { queryOptions } from "@tanstack/react-query";
import { api } from "../api/client.ts";
import type { Wants } from "./draft.ts";

/** An annotation type as the service tells of it. */
export interface TypeFacts {
  readonly name: string;
  readonly media: readonly string[];
  readonly default_format: string;
  readonly result_schema: Readonly<Record<string, unknown>>;
  readonly options_schema: Readonly<Record<string, unknown>>;
}

/** The annotation types; they change with the service's version only. */
export const typesQuery = queryOptions({
  queryKey: ["annotation-types"],
  queryFn: async (): Promise<readonly TypeFacts[]> => (await api.GET("/v1/annotation-types")).data.data,
  staleTime: Number.POSITIVE_INFINITY,
});

/** The export formats with the types that they carry. */
export const formatsQuery = queryOptions({
  queryKey: ["export-formats"],
  queryFn: async () => (await api.GET("/v1/export-formats")).data.data,
  staleTime: Number.POSITIVE_INFINITY,
});

/** What the form asks for a type: labels where its results name some, and its options. */
export function wantsOf({ result_schema, options_schema }: TypeFacts): Wants {
  const { properties } = options_schema;
  return {
    labels: /"labels?":/.test(JSON.stringify(result_schema)),
    options: typeof properties === "object" && properties !== null ? Object.keys(properties) : [],
  };
}

/** A name of the API for people: `object_detection` is `Object detection`. */
export function sayName(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

import { queryOptions } from "@tanstack/react-query";
import { api } from "./client.ts";

/** An annotation type in the API's shape. */
export interface TypeFacts {
  readonly name: string;
  readonly media: readonly string[];
  readonly default_format: string;
  readonly result_schema: Readonly<Record<string, unknown>>;
  readonly options_schema: Readonly<Record<string, unknown>>;
}

/** The annotation types; cached, because they change only with a new version of the service. */
export const typesQuery = queryOptions({
  queryKey: ["annotation-types"],
  queryFn: async (): Promise<readonly TypeFacts[]> => (await api.GET("/v1/annotation-types")).data.data,
  staleTime: Number.POSITIVE_INFINITY,
});

/** The export formats and the annotation types that they support. */
export const formatsQuery = queryOptions({
  queryKey: ["export-formats"],
  queryFn: async () => (await api.GET("/v1/export-formats")).data.data,
  staleTime: Number.POSITIVE_INFINITY,
});

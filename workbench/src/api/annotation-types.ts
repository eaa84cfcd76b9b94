import { queryOptions } from "@tanstack/react-query";
import { api } from "./client.ts";

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

import { listAll } from "@assay/sdk/list-all.ts";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "./client.ts";
import { everyRow } from "./every-row.ts";

const PAGE = 100;

/** All members, also deactivated ones. */
export const membersQuery = queryOptions({
  queryKey: ["members", "names"],
  queryFn: () => everyRow(listAll(api, "/v1/members", { query: { limit: PAGE } })),
  staleTime: 60_000,
});

/** All members, also deactivated ones; undefined while they load. */
export function useMembers() {
  return useQuery(membersQuery);
}

/** Gives a member's name, or the id while the names are loading. */
export function useMemberName(): (member_id: string) => string {
  const { data } = useMembers();
  const names = new Map(
    data?.map(({ id, name, external_id, email }) => [id, name ?? email ?? external_id ?? id]),
  );
  return (member_id) => names.get(member_id) ?? member_id;
}

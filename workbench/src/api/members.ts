import { useQuery } from "@tanstack/react-query";
import { api } from "./client.ts";

const MOST = 100;

/** Tells a member's name, or the id of one that is not among the newest hundred. */
export function useMemberName(): (member_id: string) => string {
  const { data } = useQuery({
    queryKey: ["members", "names"],
    queryFn: async () => (await api.GET("/v1/members", { params: { query: { limit: MOST } } })).data.data,
    staleTime: 60_000,
  });
  const names = new Map(
    data?.map(({ id, name, external_id, email }) => [id, name ?? email ?? external_id ?? id]),
  );
  return (member_id) => names.get(member_id) ?? member_id;
}

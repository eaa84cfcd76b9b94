import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

/** Runs what a button does, then reads `key` anew; `fault` is why the last one was refused. */
export function useAct(key: QueryKey) {
  const queries = useQueryClient();
  const [fault, setFault] = useState<string>();
  async function act(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
      setFault(undefined);
    } catch (thrown) {
      setFault(thrown instanceof Error ? thrown.message : String(thrown));
    } finally {
      await queries.invalidateQueries({ queryKey: key });
    }
  }
  return { act, fault };
}

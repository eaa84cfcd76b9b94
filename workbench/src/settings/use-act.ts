import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "../api/message.ts";

/** Runs what a button does, then reads `key` anew; `fault` is why the last one was refused. */
export function useAct(key: QueryKey) {
  const queries = useQueryClient();
  const [fault, setFault] = useState<string>();
  async function act(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
      setFault(undefined);
    } catch (thrown) {
      setFault(messageOf(thrown));
    } finally {
      await queries.invalidateQueries({ queryKey: key });
    }
  }
  return { act, fault };
}

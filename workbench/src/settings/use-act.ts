import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "../api/message.ts";

/** Runs what a button does, then reads `key` anew; gives whether it was done, and `fault` says why the last was not. */
export function useAct(key: QueryKey) {
  const queries = useQueryClient();
  const [fault, setFault] = useState<string>();
  async function act(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      setFault(undefined);
      return true;
    } catch (thrown) {
      setFault(messageOf(thrown));
      return false;
    } finally {
      await queries.invalidateQueries({ queryKey: key });
    }
  }
  return { act, fault };
}

import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "./message.ts";

/**
 * Runs what a button does. `attempt` reads the queries under `keys` again and returns whether the work succeeded;
 * `fault` is the message of the last attempt where it failed.
 */
export function useAttempt(...keys: readonly QueryKey[]) {
  const queries = useQueryClient();
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function attempt(work: () => Promise<unknown>): Promise<boolean> {
    setFault(undefined);
    setBusy(true);
    const readAgain = () => Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })));
    try {
      await work();
      await readAgain();
      return true;
    } catch (thrown) {
      setFault(messageOf(thrown));
      void readAgain(); // not awaited: offline it does not finish
      return false;
    } finally {
      setBusy(false);
    }
  }

  return { fault, isBusy, attempt };
}

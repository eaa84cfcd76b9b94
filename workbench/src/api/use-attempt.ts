import { useState } from "react";
import { messageOf } from "./message.ts";

/** Tries requests one at a time; `fault` is what the service said of the last one, undefined where it was done. */
export function useAttempt() {
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  /** True where it was done. */
  async function attempt(act: () => Promise<unknown>): Promise<boolean> {
    setFault(undefined);
    setBusy(true);
    try {
      await act();
      return true;
    } catch (cause) {
      setFault(messageOf(cause));
      return false;
    } finally {
      setBusy(false);
    }
  }

  return { fault, isBusy, attempt };
}

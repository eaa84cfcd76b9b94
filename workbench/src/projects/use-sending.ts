import { useRef, useState } from "react";
import { messageOf } from "../api/message.ts";
import type { Sending, Sent } from "./send.ts";

/** What sends data, with the steps that earlier runs have finished. Rejects with what the form shows. */
type Work = (sent: Sent, tell: (progress: Sending) => void, signal: AbortSignal) => Promise<void>;

/** Sends the data of a form; a run after one that failed or was canceled continues where that stopped. */
export function useSending() {
  const [fault, setFault] = useState<string>();
  const [sending, setSending] = useState<Sending>();
  const canceling = useRef(new AbortController());
  const sent = useRef<Sent>({ uploads: new Map(), shown: new Set() });

  async function run(work: Work) {
    setFault(undefined);
    canceling.current = new AbortController();
    const { signal } = canceling.current;
    try {
      await work(sent.current, setSending, signal);
    } catch (cause) {
      setFault(signal.aborted ? undefined : messageOf(cause));
      setSending(undefined);
    }
  }

  return { run, cancel: () => canceling.current.abort(), fault, sending };
}

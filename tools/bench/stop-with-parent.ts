/**
 * Preloaded into processes that tests and tools start: ends the process when the one that started it is gone, also after a
 * SIGKILL, which closes its end of the pipe to stdin.
 */
import { isMainThread } from "node:worker_threads";

if (isMainThread) {
  process.stdin.once("close", () => process.kill(process.pid, "SIGTERM")).resume();
  process.stdin.unref(); // the pipe alone keeps no process running
}

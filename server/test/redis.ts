import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll } from "vitest";
import { freePort } from "./free-port.ts";

export interface TestRedis {
  readonly url: string;
  readonly start: () => Promise<void>;
  /** Ends it at once; its data is lost. */
  readonly stop: () => Promise<void>;
  /** Suspends it, so that it accepts connections and does not respond. */
  readonly pause: () => void;
  readonly resume: () => void;
}

/** A `redis-server` of the caller's own on a free port of loopback, not started yet; ended with the test file. */
export async function prepareRedis(): Promise<TestRedis> {
  const port = await freePort();
  let child: ChildProcess | undefined;

  async function start(): Promise<void> {
    const options = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
    const started = spawn("redis-server", options, { stdio: ["ignore", "pipe", "inherit"] });
    child = started;
    await new Promise<void>((resolve, reject) => {
      started.once("error", (cause) => reject(new Error("redis-server is needed: see .ci/run", { cause })));
      started.once("exit", () => reject(new Error("redis-server did not start")));
      started.stdout.setEncoding("utf8").on("data", (text: string) => {
        if (text.includes("Ready to accept connections")) resolve();
      });
    });
  }

  async function stop(): Promise<void> {
    const running = child;
    child = undefined;
    if (running === undefined) return;
    running.kill("SIGKILL");
    await once(running, "exit");
  }

  afterAll(stop);
  return {
    url: `redis://127.0.0.1:${port}/3`,
    start,
    stop,
    pause: () => child?.kill("SIGSTOP"),
    resume: () => child?.kill("SIGCONT"),
  };
}

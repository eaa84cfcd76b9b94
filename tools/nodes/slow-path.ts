import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "../tour/random.ts";

const LATENCY_MS = 200;
/** The share of packets that are lost, and what TCP needs to notice and send one again. */
const [LOSS, AGAIN_MS] = [0.02, 200];

/** A way to a server that can be made slow: where the kernel cannot delay packets, this process does. */
export interface SlowPath {
  readonly port: number;
  isSlow: boolean;
}

/** Leads connections to `address` (`host:port`) from a port of `gateway`. */
export async function startSlowPath(gateway: string, address: string, random: Random): Promise<SlowPath> {
  const [host, port] = address.split(":");
  const server = net.createServer((from) => {
    const to = net.connect({ host, port: Number(port) });
    for (const socket of [from, to]) socket.setNoDelay(true).on("error", () => undefined);
    void pass(from, to);
    void pass(to, from);
  });

  async function pass(from: net.Socket, to: net.Socket): Promise<void> {
    let freeAt = 0; // one packet does not overtake another
    try {
      for await (const chunk of from) {
        if (path.isSlow) {
          freeAt = Math.max(freeAt, Date.now() + LATENCY_MS + (random() < LOSS ? AGAIN_MS : 0));
          await sleep(freeAt - Date.now());
        }
        if (!to.destroyed) to.write(chunk);
      }
      to.end();
    } catch {
      to.destroy();
    }
  }

  const listening = await new Promise<number>((resolve) => {
    server.listen(0, gateway, () => {
      const bound = server.address();
      resolve(typeof bound === "object" && bound !== null ? bound.port : 0);
    });
  });
  server.unref();
  const path: SlowPath = { port: listening, isSlow: false };
  return path;
}

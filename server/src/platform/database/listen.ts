import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { sql } from "kysely";
import type pg from "pg";
import type { Db } from "./db.ts";

const RECONNECT_MS = 1_000;

interface Source {
  readonly pool: pg.Pool;
  readonly log: FastifyBaseLogger;
}

export interface Listening {
  readonly stop: () => Promise<void>;
}

/**
 * Calls `onNotice` with the payload of every notification on `channel`, on a dedicated connection from
 * `pool`. If the connection breaks, it reconnects and calls `onNotice` with "", because notifications may
 * have been missed.
 */
export function listen(
  { pool, log }: Source,
  channel: string,
  onNotice: (payload: string) => void,
): Listening {
  const { promise: stopped, resolve: stop } = Promise.withResolvers<"stopped">();
  const running = (async () => {
    for (let next: "stopped" | undefined; next !== "stopped"; ) {
      next = await listenOnce(pool, channel, onNotice, stopped).catch((fault: unknown) => {
        log.warn({ err: fault }, `the connection that listens to ${channel} ended`);
        return Promise.race([stopped, sleep(RECONNECT_MS, undefined)]);
      });
    }
  })();
  return {
    async stop() {
      stop("stopped");
      await running;
    },
  };
}

/** Resolves when it is stopped, rejects if the connection breaks. */
async function listenOnce<T>(
  pool: pg.Pool,
  channel: string,
  onNotice: (payload: string) => void,
  stopped: Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    const broken = new Promise<never>((_resolve, reject) => {
      client.on("error", reject);
      client.on("end", () => reject(new Error("the connection ended")));
    });
    client.on("notification", ({ payload = "" }) => onNotice(payload));
    await Promise.race([broken, client.query(`listen ${channel}`)]);
    onNotice("");
    return await Promise.race([broken, stopped]);
  } finally {
    client.release(true); // closed, not returned to the pool: it still listens
  }
}

/** Notifies the listeners of `channel` when the transaction of `db` commits. */
export async function notify(db: Db, channel: string, payload = ""): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(db);
}

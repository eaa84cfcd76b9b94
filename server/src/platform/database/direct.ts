import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { sql } from "kysely";
import pg from "pg";
import type { Db } from "./db.ts";
import { WATCHING_CLIENT } from "./sessions.ts";

const RECONNECT_MS = 500;
/** How often the connection is tried while it hears nothing, and how long an answer may take. */
const PROBE_EVERY_MS = 10_000;
const PROBE_MS = 5_000;

type OnNotice = (payload: string) => void;

/** The database without a pooler in between, for what belongs to a session: LISTEN. */
export interface Direct {
  readonly url: string;
  /**
   * Calls `onNotice` with the payload of every notification on `channel`; and with "" once it listens and after each
   * reconnect, because notifications may have been missed. All channels of a process share one connection, which is
   * open while somebody listens.
   */
  readonly listen: (channel: string, onNotice: OnNotice) => Listening;
}

export interface Listening {
  readonly stop: () => Promise<void>;
}

interface Listener {
  readonly channel: string;
  readonly onNotice: OnNotice;
}

/** The database at `url`; the first `listen` connects. `name` is that of the session, for those who look who is connected. */
export function createDirect(url: string, log: FastifyBaseLogger, name?: string): Direct {
  const listeners = new Set<Listener>();
  let changed = Promise.withResolvers<void>();
  let running: Promise<void> | undefined;

  function change(): void {
    changed.resolve();
    changed = Promise.withResolvers();
  }

  async function run(): Promise<void> {
    while (listeners.size > 0) {
      await hear({ url, name }, listeners, () => changed.promise).catch(async (fault: unknown) => {
        log.warn({ err: fault }, "the connection that listens for notifications ended");
        await Promise.race([changed.promise, sleep(RECONNECT_MS)]);
      });
    }
    running = undefined;
  }

  return {
    url,
    listen(channel, onNotice) {
      const listener = { channel, onNotice };
      listeners.add(listener);
      change();
      running ??= run();
      return {
        async stop() {
          listeners.delete(listener);
          change();
          if (listeners.size === 0) await running;
        },
      };
    },
  };
}

/** Resolves when nobody listens any more; rejects if the connection breaks. */
async function hear(
  { url, name }: { readonly url: string; readonly name: string | undefined },
  listeners: ReadonlySet<Listener>,
  changed: () => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: PROBE_MS });
  const { promise: broken, reject } = Promise.withResolvers<never>();
  broken.catch(() => undefined); // nobody reads it if the connection never opens
  client.on("error", reject);
  client.on("end", () => reject(new Error("the connection ended")));
  client.on("notification", ({ channel, payload = "" }) => {
    for (const listener of listeners) if (listener.channel === channel) listener.onNotice(payload);
  });
  const heard = new Set<string>();
  const told = new Set<Listener>();
  try {
    await client.connect();
    // A name in the URL would win over one among the client's options.
    if (name !== undefined) {
      await inTime(
        broken,
        client.query(`select set_config('application_name', $1, false), ${WATCHING_CLIENT}`, [name]),
      );
    }
    while (listeners.size > 0) {
      const next = changed();
      for (const listener of [...listeners].filter((one) => !told.has(one))) {
        if (!heard.has(listener.channel))
          await inTime(broken, client.query(`listen ${pg.escapeIdentifier(listener.channel)}`));
        heard.add(listener.channel);
        told.add(listener);
        listener.onNotice("");
      }
      await Promise.race([broken, next, sleep(PROBE_EVERY_MS, undefined, { ref: false })]);
      await inTime(broken, client.query("select 1"));
    }
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** A network that drops packets breaks no connection: only a missing answer shows it. */
async function inTime(broken: Promise<never>, answer: Promise<unknown>): Promise<void> {
  const late = sleep(PROBE_MS, "late", { ref: false });
  if ((await Promise.race([broken, answer, late])) === "late")
    throw new Error("the database does not answer");
}

/** Notifies the listeners of `channel` when the transaction of `db` commits. */
export async function notify(db: Db, channel: string, payload = ""): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(db);
}

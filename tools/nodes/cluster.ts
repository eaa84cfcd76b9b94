import { execFileSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { createDowntime, type Downtime } from "../chaos/downtime.ts";
import { until } from "../tour/waiting.ts";
import { configForPostgres, startBalancer } from "./balancer.ts";
import type { Host, Network } from "./network.ts";
import { AS_POSTGRES, type Daemon, type Programs, runOn, type Starter } from "./programs.ts";

/** What the processes need to notice that it is back. */
const GRACE_MS = 5_000;
const BACK_WITHIN_MS = 120_000;

const SETTINGS = {
  listen_addresses: "*",
  unix_socket_directories: "",
  max_connections: "200",
  fsync: "off", // processes die here, not machines
  hot_standby: "on",
  wal_retrieve_retry_interval: "500ms",
};
/** What is acknowledged is also on the standby, so that its promotion loses nothing. */
const PRIMARY = { ...SETTINGS, synchronous_standby_names: "standby" };

/** PostgreSQL with a standby, behind a HAProxy that leads to the primary, and a PgBouncer in front of that. */
export interface Cluster {
  /** The host of both addresses. */
  readonly host: Host;
  /** For requests: through PgBouncer. */
  readonly pooled: string;
  /** Without PgBouncer. */
  readonly direct: string;
  readonly downtime: Downtime;
  /** Ends the primary in good order or with -9, and starts it again. */
  readonly restart: (signal: "SIGINT" | "SIGKILL") => Promise<void>;
  /** Kills the primary for good and promotes its standby; undefined once that has happened. */
  promote: (() => Promise<void>) | undefined;
  readonly query: <Row extends pg.QueryResultRow>(statement: string, values?: unknown[]) => Promise<Row[]>;
}

interface Setup {
  readonly network: Network;
  readonly programs: Programs;
  readonly start: Starter;
  readonly folder: string;
}

/** The two servers, by their hosts, and how to run programs on their data. */
interface Servers {
  readonly first: Host;
  readonly second: Host;
  readonly startPrimary: () => Daemon;
  readonly startSecond: () => Daemon;
  readonly promoteSecond: () => Promise<void>;
}

/** Starts all of it. */
export async function startCluster(setup: Setup): Promise<Cluster> {
  const { network, programs, start, folder } = setup;
  const host = network.add("db");
  const { first, second, startPrimary, startSecond, promoteSecond } = await prepareServers(setup);
  let primary = startPrimary();
  const standby = await startStandby(setup, { first, second, startSecond });
  const balancer = await startBalancer({
    ...{ host, start, folder, name: "primary", port: 5432 },
    program: programs.haproxy,
    config: configForPostgres(`${host.address}:5432`, {
      "pg-1": `${first.address}:5432`,
      "pg-2": `${second.address}:5432 disabled`,
    }),
  });
  await startPooler({ host, start, folder, program: programs.pgbouncer });
  const direct = `postgres://postgres@${balancer.address}/postgres`;
  const pooled = `postgres://postgres@${host.address}:6432/postgres`;
  await untilAnswers(pooled);

  /** One that is killed leaves processes behind for a moment, which would keep it from starting again. */
  async function endPrimary(on: Host, signal: "SIGINT" | "SIGKILL"): Promise<void> {
    await primary.end(signal);
    network.killAll(on);
  }

  const downtime = createDowntime(false, GRACE_MS);
  const cluster: Cluster = {
    ...{ host, pooled, direct, downtime },
    query: (statement, values) => ask(direct, statement, values),
    async restart(signal) {
      downtime.begin();
      const isPromoted = cluster.promote === undefined;
      await endPrimary(isPromoted ? second : first, signal);
      primary = isPromoted ? startSecond() : startPrimary();
      await untilAnswers(direct);
      downtime.end();
    },
    async promote() {
      cluster.promote = undefined;
      downtime.begin();
      await balancer.set("pg-1", "maint");
      await endPrimary(first, "SIGKILL");
      await promoteSecond();
      primary = standby;
      await balancer.set("pg-2", "ready");
      await untilAnswers(direct);
      downtime.end();
    },
  };
  return cluster;
}

async function prepareServers({ network, programs, start, folder }: Setup): Promise<Servers> {
  const [first, second] = [network.add("pg-1"), network.add("pg-2")];
  const data = path.join(folder, "postgres");
  await mkdir(data);
  execFileSync("chown", ["postgres:", data]);
  const inFolder = (name: string) => path.join(data, name);
  const program = (name: string) => [...AS_POSTGRES, path.join(programs.postgres, name)];
  const startServer = (on: Host, settings: Readonly<Record<string, string>>) => {
    const options = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    return start(on, on.name, [...program("postgres"), "-D", inFolder(on.name), ...options]);
  };
  const initdb = ["-D", inFolder("pg-1"), "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--locale=C"];
  await runOn(first, [...program("initdb"), ...initdb, "--no-sync", "--no-instructions"]);
  await writeFile(
    path.join(inFolder("pg-1"), "pg_hba.conf"),
    `host all all ${network.cidr} trust\nhost replication all ${network.cidr} trust\n`,
  );
  return {
    first,
    second,
    startPrimary: () => startServer(first, PRIMARY),
    startSecond: () => startServer(second, SETTINGS),
    promoteSecond: () => runOn(second, [...program("pg_ctl"), "promote", "-w", "-D", inFolder("pg-2")]),
  };
}

/** Copies the primary, and starts the copy; resolves once the primary waits for it. */
async function startStandby(
  { programs, folder }: Setup,
  { first, second, startSecond }: Pick<Servers, "first" | "second" | "startSecond">,
): Promise<Daemon> {
  const address = `postgres://postgres@${first.address}:5432/postgres`;
  await untilAnswers(address);
  const source = `host=${first.address} user=postgres application_name=standby`;
  const copy = ["-d", source, "-D", path.join(folder, "postgres/pg-2"), "-R", "-X", "stream", "-c", "fast"];
  const program = path.join(programs.postgres, "pg_basebackup");
  await runOn(second, [...AS_POSTGRES, program, ...copy, "--no-sync"]);
  const standby = startSecond();
  await until({ what: "the standby", withinMs: BACK_WITHIN_MS }, async () => {
    const rows = await ask(address, "select 1 from pg_stat_replication where sync_state = 'sync'");
    return rows.length > 0 ? true : undefined;
  });
  return standby;
}

interface PoolerSetup {
  readonly host: Host;
  readonly start: Starter;
  readonly folder: string;
  readonly program: string;
}

async function startPooler({ host, start, folder, program }: PoolerSetup): Promise<void> {
  const file = path.join(folder, "pgbouncer.ini");
  const lines = [
    "[databases]",
    `postgres = host=${host.address} port=5432 user=postgres dbname=postgres`,
    "[pgbouncer]",
    `listen_addr = ${host.address}`,
    "listen_port = 6432",
    "unix_socket_dir =",
    "auth_type = any",
    "pool_mode = transaction",
    "max_client_conn = 300",
    "default_pool_size = 20",
    "server_login_retry = 1", // otherwise nobody gets in for 15 s after a restart
  ];
  await writeFile(file, `${lines.join("\n")}\n`);
  start(host, "pgbouncer", [...AS_POSTGRES, program, file]);
}

function untilAnswers(connectionString: string): Promise<unknown> {
  return until({ what: `PostgreSQL at ${connectionString}`, withinMs: BACK_WITHIN_MS }, () =>
    ask(connectionString, "select pg_is_in_recovery() as is_standby").then(
      ([row]) => (row?.is_standby === false ? true : undefined),
      () => undefined,
    ),
  );
}

async function ask<Row extends pg.QueryResultRow>(
  connectionString: string,
  statement: string,
  values?: unknown[],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 });
  client.on("error", () => undefined); // the query rejects as well
  try {
    await client.connect();
    return (await client.query<Row>(statement, values)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

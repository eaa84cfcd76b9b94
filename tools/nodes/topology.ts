import { type ChildProcess, execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Place } from "../bench/process.ts";
import { createDowntime } from "../chaos/downtime.ts";
import { type Instance, STOP_SECONDS, startInstance } from "../chaos/fleet.ts";
import { randomFrom } from "../tour/random.ts";
import { type Balancer, configForRequests, startBalancer } from "./balancer.ts";
import { type Cluster, startCluster } from "./cluster.ts";
import { type Host, hasNetem, type Network } from "./network.ts";
import { createStarter, type Programs, runOn } from "./programs.ts";
import type { Release } from "./release.ts";
import { startSlowPath } from "./slow-path.ts";
import { type Store, startStore } from "./store.ts";

const CLI = fileURLToPath(new URL("../../cli/src/main.ts", import.meta.url));
const API_PORT = 8080;
const METRICS_PORT = 9090;
const VALKEY_PORT = 6379;
/** What a node needs to notice that it is connected again. */
const GRACE_MS = 5_000;
const RETRY_DELAYS = "1,1,2,2,3";
/** As deploy/compose.yaml: longer than the load balancer takes to notice. */
const DRAIN_SECONDS = "10";

export type Cut = "cut from the database" | "cut from the store" | "cut from Valkey";

/** A process of the service on a host of its own. */
export interface Node {
  readonly instance: Instance;
  readonly through: Host["through"];
  readonly cut: (from: Cut) => () => void;
  readonly isCut: () => boolean;
}

/** All that a team runs when one machine is not enough. */
export interface Topology {
  readonly nodes: readonly Node[];
  readonly cluster: Cluster;
  readonly store: Store;
  readonly balancer: Balancer;
  readonly apiKey: string;
  /** Runs `assay migrate` of this version. */
  readonly migrate: () => Promise<void>;
  /** The node whose way to the database can be made slow. */
  readonly slowed: { readonly name: string; readonly how: string; readonly slow: () => () => void };
  readonly logs: readonly string[];
  /** Programs that ended without being told. */
  readonly faults: readonly string[];
}

interface Setup {
  readonly network: Network;
  readonly programs: Programs;
  readonly seed: string;
  readonly folder: string;
  /** An earlier version that the nodes run. */
  readonly release?: Release | undefined;
}

const APIS = ["api-1", "api-2", "api-3"];
const WORKERS = ["worker-1", "worker-2"];
/** The node whose way to the database can be made slow. */
const SLOWED = "api-3";

/** Starts three API nodes, two workers, and what they need. */
export async function startTopology(setup: Setup): Promise<Topology> {
  const { network, programs, seed, folder, release } = setup;
  const faults: string[] = [];
  const start = createStarter(folder, faults);
  const cluster = await startCluster({ network, programs, start, folder });
  const [storeHost, valkey, front] = [network.add("store"), network.add("valkey"), network.add("front")];
  const files = path.join(folder, "files");
  await mkdir(files);
  const isPresigned = randomFrom(`${seed}/store`)() < 0.5;
  const store =
    release === undefined || release.isRolling
      ? await startStore({ host: storeHost, start, program: programs.versitygw, isPresigned, folder })
      : { env: {}, folder: path.join(files, "blobs"), how: "on a disk that all nodes share" };
  const options = ["--bind", valkey.address, "--port", String(VALKEY_PORT), "--protected-mode", "no"];
  start(valkey, "valkey", [programs.redis, ...options, "--save", "", "--dir", "/tmp"]);

  const hosts = [...APIS, ...WORKERS].map((name) => network.add(name));
  const balancer = await startBalancer({
    ...{ host: front, name: "api", port: API_PORT, start, folder },
    program: programs.haproxy,
    config: await configForRequests(
      `${front.address}:${API_PORT}`,
      Object.fromEntries(
        hosts
          .filter(({ name }) => APIS.includes(name))
          .map(({ name, address }) => [name, `${address}:${API_PORT}`]),
      ),
    ),
  });
  const slowHost = hosts.find(({ name }) => name === SLOWED) ?? front;
  const slowed = hasNetem(slowHost)
    ? slowByKernel(slowHost, SLOWED)
    : await slowByProxy(network, cluster, seed, SLOWED);
  const apiKey = randomBytes(24).toString("base64url");
  const env = {
    ASSAY_DATA_DIR: files,
    ASSAY_MASTER_KEY: randomBytes(32).toString("base64"),
    ASSAY_BASE_URL: `http://${balancer.address}`,
    ASSAY_TRUST_PROXY: `${front.address}/32`,
    ASSAY_ALLOW_NETWORKS: network.cidr,
    ASSAY_REDIS_URL: `redis://${valkey.address}:${VALKEY_PORT}`,
    ASSAY_BOOTSTRAP_API_KEY: apiKey,
    ASSAY_BOOTSTRAP_EMAIL: "owner@acme.test",
    ASSAY_LOG_LEVEL: "info", // at this level a node says when it counts by itself, and when no more
    ASSAY_WEBHOOK_RETRY_DELAYS: RETRY_DELAYS,
    ASSAY_DRAIN_SECONDS: release === undefined ? "0" : DRAIN_SECONDS,
    ASSAY_STOP_SECONDS: STOP_SECONDS,
    NODE_COMPILE_CACHE: "node_modules/.cache/node", // as `npm start`; who is killed leaves none
    ...store.env,
  };
  const targets: Targets = {
    "cut from the database": cluster.host,
    "cut from the store": storeHost,
    "cut from Valkey": valkey,
  };
  const surroundings = { setup, cluster, slowed, targets, env, faults, children: new Set<ChildProcess>() };
  const nodes = await Promise.all(hosts.map((host) => startNode(host, surroundings)));
  await Promise.all(APIS.map(balancer.untilUp)); // it noticed that they were not up yet, and asks again once a second
  await cluster.query("update accounts set rate_limit_per_minute = 1000000");
  const logs = APIS.map((name) => path.join(folder, `${name}.log`));
  const migrate = () =>
    runOn(front, [process.execPath, CLI, "migrate"], { ...env, DATABASE_URL: cluster.direct });
  return { nodes, cluster, store, balancer, apiKey, migrate, slowed, logs, faults };
}

type Targets = Readonly<Record<Cut, Host>>;

interface Surroundings {
  readonly setup: Setup;
  readonly cluster: Cluster;
  readonly slowed: Slowed;
  readonly targets: Targets;
  readonly env: Readonly<Record<string, string>>;
  readonly faults: string[];
  readonly children: Set<ChildProcess>;
}

async function startNode(host: Host, surroundings: Surroundings): Promise<Node> {
  const { setup, cluster, slowed, targets, env, faults, children } = surroundings;
  const { name, address, through } = host;
  const role = APIS.includes(name) ? "api" : "worker";
  const cuts = createDowntime(false, GRACE_MS);
  const port = role === "api" ? API_PORT : METRICS_PORT;
  const listens =
    role === "api"
      ? { HOST: address, PORT: String(port) }
      : { ASSAY_METRICS_HOST: address, ASSAY_METRICS_PORT: String(port) };
  const { pooled = cluster.pooled, direct = cluster.direct } = name === slowed.name ? slowed : cluster;
  // In an upgrade without PgBouncer, behind which no statement is prepared.
  const urls: Record<string, string> =
    setup.release === undefined
      ? { DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct }
      : { DATABASE_URL: cluster.direct };
  const instance = await startInstance({
    ...{ name, role, children, faults, logDir: setup.folder },
    origin: `http://${address}:${port}`,
    env: { ...env, ...urls, ...listens },
    place: placeOf(host, setup.release?.folder),
    mayFail: (from, to) => cuts.overlaps(from, to) || cluster.downtime.overlaps(from, to),
  });
  return {
    instance,
    through,
    isCut: cuts.isDown,
    cut(from) {
      cuts.begin();
      const mend = setup.network.cut(host, targets[from]);
      return () => {
        mend();
        cuts.end();
      };
    },
  };
}

/** Where a node runs, of this version or of an earlier one in its folder. */
export function placeOf({ through }: Pick<Host, "through">, root: string | undefined): Place {
  return { through, stderr: "pipe", ...(root === undefined ? {} : { root }) };
}

interface Slowed {
  readonly name: string;
  readonly how: string;
  readonly slow: () => () => void;
  readonly pooled?: string;
  readonly direct?: string;
}

/** By the kernel's own emulation, for all of the node's packets. */
function slowByKernel({ through: [program = "", ...rest] }: Host, name: string): Slowed {
  const tc = (verb: string, ...args: string[]) =>
    execFileSync(program, [...rest, "tc", "qdisc", verb, "dev", "eth0", "root", ...args]);
  return {
    name,
    how: "by the kernel (tc netem)",
    slow() {
      tc("add", "netem", "delay", "200ms", "loss", "2%");
      return () => void tc("del");
    },
  };
}

/** By a proxy in this process, for what the node says to the database and hears from it. */
async function slowByProxy(network: Network, cluster: Cluster, seed: string, name: string): Promise<Slowed> {
  const behind = async (url: string) => {
    const way = await startSlowPath(network.gateway, new URL(url).host, randomFrom(`${seed}/slow ${url}`));
    return { way, url: url.replace(new URL(url).host, `${network.gateway}:${way.port}`) };
  };
  const [pooled, direct] = [await behind(cluster.pooled), await behind(cluster.direct)];
  const set = (isSlow: boolean): void => {
    for (const { way } of [pooled, direct]) way.isSlow = isSlow;
  };
  return {
    name,
    how: "by a TCP proxy before its database, because this kernel has no sch_netem; a lost packet is one that comes 200 ms later",
    pooled: pooled.url,
    direct: direct.url,
    slow() {
      set(true);
      return () => set(false);
    },
  };
}

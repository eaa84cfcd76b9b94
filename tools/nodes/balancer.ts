import { readFile, writeFile } from "node:fs/promises";
import net from "node:net";
import path from "node:path";
import { text } from "node:stream/consumers";
import { until } from "../tour/waiting.ts";
import type { Host } from "./network.ts";
import type { Starter } from "./programs.ts";

/** A HAProxy whose servers can be taken out and put back. */
export interface Balancer {
  readonly address: string;
  /** `maint`: no connections, and those that are open end; `ready`: again. */
  readonly set: (server: string, state: "maint" | "ready") => Promise<void>;
  /** Resolves when it sends requests to this server. */
  readonly untilUp: (server: string) => Promise<void>;
  /** Lets everything that arrives wait. */
  readonly pause: () => void;
  readonly resume: () => void;
}

interface Setup {
  readonly host: Host;
  readonly port: number;
  /** Of the section with the servers. */
  readonly name: string;
  readonly start: Starter;
  readonly program: string;
  readonly folder: string;
  /** HAProxy's configuration. */
  readonly config: string;
}

const CHANGED_WITHIN_MS = 120_000;
const STARTED_WITHIN_MS = 60_000;

const DEPLOYED = new URL("../../deploy/haproxy.cfg", import.meta.url);

/** The configuration that is documented for requests, with other addresses. */
export async function configForRequests(
  address: string,
  servers: Readonly<Record<string, string>>,
): Promise<string> {
  const deployed = await readFile(DEPLOYED, "utf8");
  const [shared = ""] = deployed.split(/^ +server /m);
  return `${shared.replace("bind :8080", `bind ${address}`)}${linesOf(servers)}`;
}

/** Connections to PostgreSQL go to the one that is the primary. */
export function configForPostgres(address: string, servers: Readonly<Record<string, string>>): string {
  const timeouts = "  timeout connect 3s\n  timeout client 1h\n  timeout server 1h";
  const options = "  mode tcp\n  option clitcpka\n  option srvtcpka";
  return `global\ndefaults\n${timeouts}\nlisten primary\n  bind ${address}\n${options}\n${linesOf(servers)}`;
}

function linesOf(servers: Readonly<Record<string, string>>): string {
  return Object.entries(servers)
    .map(([server, address]) => `  server ${server} ${address}\n`)
    .join("");
}

/** Starts it; resolves once it takes commands. */
export async function startBalancer(setup: Setup): Promise<Balancer> {
  const { host, port, name, start, program, folder, config } = setup;
  const socket = path.join(folder, `${name}.sock`);
  const file = path.join(folder, `${name}.cfg`);
  await writeFile(
    file,
    config.replace("global\n", `global\n  stats socket ${socket} mode 600 level admin\n`),
  );
  const { pause, resume } = start(host, name, [program, "-db", "-f", file]);
  const ask = (command: string) => askAt(socket, command);
  await until({ what: name, withinMs: STARTED_WITHIN_MS }, () => ask("show info").catch(() => undefined));
  return {
    address: `${host.address}:${port}`,
    pause,
    resume,
    async set(server, state) {
      await ask(`set server ${name}/${server} state ${state}`);
      if (state === "maint") await ask(`shutdown sessions server ${name}/${server}`);
    },
    async untilUp(server) {
      await until({ what: `requests to ${server}`, withinMs: CHANGED_WITHIN_MS }, async () =>
        (await stateOf(server)).status?.startsWith("UP") ? true : undefined,
      );
    },
  };

  /** The line of HAProxy's statistics, by its column. */
  async function stateOf(server: string): Promise<Readonly<Record<string, string>>> {
    const [head = "", ...rows] = (await ask("show stat")).split("\n");
    const values = rows.find((row) => row.startsWith(`${name},${server},`))?.split(",") ?? [];
    return Object.fromEntries(
      head
        .replace("# ", "")
        .split(",")
        .map((column, at) => [column, values[at] ?? ""]),
    );
  }
}

async function askAt(socket: string, command: string): Promise<string> {
  const connection = net.connect(socket);
  connection.write(`${command}\n`);
  return text(connection);
}

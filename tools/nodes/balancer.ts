import { writeFile } from "node:fs/promises";
import net from "node:net";
import path from "node:path";
import { text } from "node:stream/consumers";
import { until } from "../tour/waiting.ts";
import type { Host } from "./network.ts";
import type { Starter } from "./programs.ts";

/** A HAProxy whose servers can be taken out and put back. */
export interface Balancer {
  readonly address: string;
  /** `drain`: no new connections; `maint`: none at all, and those that are open end; `ready`: again. */
  readonly set: (server: string, state: "drain" | "maint" | "ready") => Promise<void>;
  /** Resolves when no connection to this server is left. */
  readonly untilIdle: (server: string) => Promise<void>;
  /** Resolves when it sends requests to this server. */
  readonly untilUp: (server: string) => Promise<void>;
}

interface Setup {
  readonly host: Host;
  readonly name: string;
  readonly port: number;
  readonly start: Starter;
  readonly program: string;
  readonly folder: string;
  /** Lines of HAProxy's configuration. */
  readonly options: readonly string[];
  readonly servers: Readonly<Record<string, string>>;
}

const CHANGED_WITHIN_MS = 120_000;
const STARTED_WITHIN_MS = 60_000;

/** Requests to the service go to nodes that say that they are ready; one that takes no connection costs no request. */
export const FOR_REQUESTS = [
  "mode http",
  "balance roundrobin",
  "option httpchk GET /readyz",
  "option http-server-close", // a connection that the node closes meanwhile would cost a request
  "http-reuse never",
  "retries 10",
  "option redispatch 1",
  "timeout http-keep-alive 60s",
  "default-server check inter 1s fall 2 rise 1",
];

/** Connections to PostgreSQL go to the one that is the primary. */
export const FOR_POSTGRES = ["mode tcp", "option clitcpka", "option srvtcpka"];

/** Starts it; resolves once it takes commands. */
export async function startBalancer(setup: Setup): Promise<Balancer> {
  const { host, name, port, start, program, folder, options, servers } = setup;
  const socket = path.join(folder, `${name}.sock`);
  const refusal = path.join(folder, "503.http");
  await writeFile(
    refusal,
    "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
  );
  const lines = [
    "global",
    `  stats socket ${socket} mode 600 level admin`,
    "defaults",
    "  timeout connect 3s",
    "  timeout client 1h",
    "  timeout server 1h",
    `  errorfile 503 ${refusal}`,
    `listen ${name}`,
    `  bind ${host.address}:${port}`,
    ...options.map((option) => `  ${option}`),
    ...Object.entries(servers).map(([server, address]) => `  server ${server} ${address}`),
  ];
  const file = path.join(folder, `${name}.cfg`);
  await writeFile(file, `${lines.join("\n")}\n`);
  start(host, name, [program, "-db", "-f", file]);
  const ask = (command: string) => askAt(socket, command);
  await until({ what: name, withinMs: STARTED_WITHIN_MS }, () => ask("show info").catch(() => undefined));
  return {
    address: `${host.address}:${port}`,
    async set(server, state) {
      await ask(`set server ${name}/${server} state ${state}`);
      if (state === "maint") await ask(`shutdown sessions server ${name}/${server}`);
    },
    async untilIdle(server) {
      await until({ what: `an idle ${server}`, withinMs: CHANGED_WITHIN_MS }, async () => {
        const { qcur, scur } = await stateOf(server);
        return Number(qcur) + Number(scur) === 0 ? true : undefined;
      });
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

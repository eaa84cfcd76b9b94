import { execFileSync } from "node:child_process";

/** A machine of its own as far as the network goes. */
export interface Host {
  readonly name: string;
  readonly address: string;
  /** The program and arguments in front of those that run there. */
  readonly through: readonly string[];
}

/** Hosts around a bridge. This process is one of them, so that it can reach all. */
export interface Network {
  /** This process's own address. */
  readonly gateway: string;
  readonly cidr: string;
  readonly add: (name: string) => Host;
  /** Lets no packet of `node` come back from `target`; returns how to mend it. */
  readonly cut: (node: Host, target: Host) => () => void;
  /** Kills all processes of a host with -9. */
  readonly killAll: (host: Host) => void;
  /** Ends all processes on the hosts and removes the hosts. */
  readonly remove: () => void;
}

const PREFIX = "assay-nodes-";

/** An empty network, named by this process's id. What runs that are dead left behind is removed first. */
export function createNetwork(): Network {
  for (const pid of owners()) if (!isAlive(pid)) removeAll(pid);
  const subnet = `10.213.${freeSubnet()}`;
  const hub = `${PREFIX}${process.pid}-hub`;
  const link = linkOf(process.pid);
  ip(
    `netns add ${hub}`,
    `-n ${hub} link add bridge type bridge`,
    `-n ${hub} link set bridge up`,
    `link add ${link} type veth peer name own netns ${hub}`,
    `-n ${hub} link set own master bridge up`,
    `address add ${subnet}.1/24 dev ${link}`,
    `link set ${link} up`,
  );
  let hosts = 1;

  function add(name: string): Host {
    hosts += 1;
    const namespace = `${PREFIX}${process.pid}-${name}`;
    const address = `${subnet}.${hosts}`;
    ip(
      `netns add ${namespace}`,
      `-n ${hub} link add host${hosts} type veth peer name eth0 netns ${namespace}`,
      `-n ${hub} link set host${hosts} master bridge up`,
      `-n ${namespace} address add ${address}/24 dev eth0`,
      `-n ${namespace} link set lo up`,
      `-n ${namespace} link set eth0 up`,
    );
    return { name, address, through: ["ip", "netns", "exec", namespace] };
  }

  function cut(node: Host, target: Host): () => void {
    const route = `blackhole ${node.address}/32`;
    ip(`-n ${PREFIX}${process.pid}-${target.name} route add ${route}`);
    return () => ip(`-n ${PREFIX}${process.pid}-${target.name} route del ${route}`);
  }

  return {
    gateway: `${subnet}.1`,
    cidr: `${subnet}.0/24`,
    add,
    cut,
    killAll: ({ name }) => killIn(`${PREFIX}${process.pid}-${name}`),
    remove: () => removeAll(process.pid),
  };
}

/** Whether this machine lets us make network namespaces: if not, the reason. */
export function whyNoNetwork(): string | undefined {
  const name = `${PREFIX}${process.pid}-probe`;
  try {
    ip(`netns add ${name}`, `-n ${name} link add probe type bridge`, `netns del ${name}`);
    return undefined;
  } catch (fault) {
    return fault instanceof Error ? fault.message : String(fault);
  }
}

/** Whether the kernel can delay and lose packets. */
export function hasNetem({ through: [program = "", ...rest] }: Host): boolean {
  const tc = (...args: string[]) => execFileSync(program, [...rest, "tc", ...args], { stdio: "ignore" });
  try {
    tc("qdisc", "add", "dev", "lo", "root", "netem", "delay", "1ms");
    tc("qdisc", "del", "dev", "lo", "root");
    return true;
  } catch {
    return false;
  }
}

/** Ends the processes of a run and removes its namespaces, with which their links go. */
function removeAll(pid: number): void {
  for (const name of namespaces()) {
    if (!name.startsWith(`${PREFIX}${pid}-`)) continue;
    killIn(name);
    ip(`netns del ${name}`);
  }
}

function killIn(namespace: string): void {
  for (const id of read("netns", "pids", namespace).split("\n").filter(Boolean)) kill(Number(id));
}

function owners(): Set<number> {
  const ids = namespaces().flatMap((name) => (name.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : []));
  return new Set(ids.map((id) => Number.parseInt(id, 10)));
}

function namespaces(): string[] {
  return read("netns", "list")
    .split("\n")
    .map((line) => line.split(" ")[0] ?? "");
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // it has ended meanwhile
  }
}

function freeSubnet(): number {
  const addresses = read("-4", "-o", "address");
  for (let third = process.pid % 256, tries = 0; tries < 256; third = (third + 1) % 256, tries += 1) {
    if (!addresses.includes(` 10.213.${third}.`)) return third;
  }
  throw new Error("all of 10.213.0.0/16 is in use");
}

/** Names of links have at most 15 characters. */
function linkOf(pid: number): string {
  return `assay${pid}`;
}

function ip(...commands: readonly string[]): void {
  for (const command of commands) read(...command.split(" "));
}

function read(...args: readonly string[]): string {
  return execFileSync("ip", args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

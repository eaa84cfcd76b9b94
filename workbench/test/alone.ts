import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Role } from "@assay/domain/member.ts";
import { createClient } from "@assay/sdk/client.ts";
import { freePort } from "@assay/server/test/free-port.ts";
import { createTestDatabase } from "@assay/server/test/postgres.ts";
import { vi } from "vitest";
import { cookiesOf } from "./cookies.ts";

/** The password that `join` sets. */
export const PASSWORD = "correct horse battery";

const START_MS = 60_000;
const ROOT = path.join(import.meta.dirname, "..", "..");

/** A new installation as `npm start` creates it. */
export interface Installation {
  readonly baseUrl: string;
  /** The link for the first owner. */
  readonly joinUrl: string;
  /** The first API key of its account. */
  readonly key: string;
  readonly stop: () => Promise<void>;
}

/** Runs `npm start` with an empty database, in its own process group, until the service is ready. */
export async function npmStart(): Promise<Installation> {
  const [port, dataDir, database] = await Promise.all([
    freePort(),
    mkdtemp(path.join(tmpdir(), "assay-alone-")),
    createTestDatabase(),
  ]);
  const { PATH, HOME } = process.env;
  const child = spawn("npm", ["start"], {
    cwd: ROOT,
    env: {
      ...{ PATH, HOME, PORT: String(port), ASSAY_DATA_DIR: dataDir, ASSAY_SAMPLE: "0" },
      ...database.settings,
    },
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
  });
  const baseUrl = `http://localhost:${port}`;
  const stop = async () => {
    await end(child);
    await database.drop();
    await rm(dataDir, { recursive: true });
  };
  try {
    await untilReady(baseUrl, child);
  } catch (fault) {
    await stop();
    throw fault;
  }
  const [joinUrl = ""] = /http:\S+\/join\/\S+/.exec(printed) ?? [];
  const [key = ""] = /assay_live_\w+/.exec(printed) ?? [];
  return { baseUrl, joinUrl, key, stop };
}

/** Resolves when the service is ready; throws if it exits or takes a minute. */
async function untilReady(baseUrl: string, child: ChildProcess): Promise<void> {
  await vi.waitFor(async () => {
    if (child.exitCode === null && !(await fetch(`${baseUrl}/readyz`)).ok) throw new Error("not ready");
  }, START_MS);
  if (child.exitCode !== null) throw new Error(`the service ended with code ${child.exitCode}`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return;
  process.kill(-child.pid, "SIGTERM");
  await once(child, "close");
}

/** The join link of a new member, and the member. */
export interface Invited {
  readonly email: string;
  readonly url: string;
}

/** Invites a member with that role. */
export async function invite({ baseUrl, key }: Installation, role: Role): Promise<Invited> {
  const email = `${role}-${randomUUID()}@acme.test`;
  const api = createClient({ baseUrl, apiKey: key });
  const { data } = await api.POST("/v1/members", { body: { name: role, email, role } });
  return { email, url: data.invitation?.url ?? "" };
}

/** Lets a new member with that role join with `PASSWORD`; returns the session's cookies. */
export async function join(installation: Installation, role: Role): Promise<Joined> {
  const { email, url } = await invite(installation, role);
  const { origin, pathname } = new URL(url);
  const answer = await fetch(`${origin}/auth/invitations/${pathname.split("/").at(-1)}`, {
    method: "POST",
    headers: { "content-type": "application/json", origin },
    body: JSON.stringify({ name: "Kim", password: PASSWORD }),
  });
  if (answer.status !== 204) throw new Error(`the link answered ${answer.status}`);
  const pairs = answer.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
  return { email, cookies: cookiesOf(pairs.join("; "), origin) };
}

interface Joined {
  readonly email: string;
  readonly cookies: ReturnType<typeof cookiesOf>;
}

import { execFileSync } from "node:child_process";
import { pbkdf2 } from "node:crypto";
import { constants, openSync } from "node:fs";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { createLookups } from "./lookups.ts";
import { createOutbound } from "./outbound.ts";

const ADDRESSES = [{ address: "127.0.0.1", family: 4 }];

test("names whose lookups do not end leave threads for passwords and files", async () => {
  const folder = await mkdtemp(join(tmpdir(), "assay-lookups-"));
  const pipe = join(folder, "pipe");
  execFileSync("mkfifo", [pipe]);
  const asked: string[] = [];
  // Like a lookup, opening a pipe that nobody writes to takes a thread until it ends.
  const { post } = createOutbound([], async (hostname) => {
    asked.push(hostname);
    await (await open(pipe)).close();
    return ADDRESSES;
  });
  onTestFinished(async () => {
    openSync(pipe, constants.O_RDWR); // ends them
    await Promise.all(posts);
    await rm(folder, { recursive: true });
  });
  const posts = Array.from({ length: 8 }, (_, n) =>
    post(`https://host${n}.test/`, {}, "{}").catch((fault: Error) => fault.message),
  );
  while (asked.length < 2) await new Promise(setImmediate);

  expect(await promisify(pbkdf2)("password", "salt", 1, 32, "sha256")).toHaveLength(32);
  await (await open(import.meta.filename)).close();
  expect(asked).toEqual(["host0.test", "host1.test"]);
});

test("a name that waits too long for its turn is not looked up, and the next ones are once a lookup ends", async () => {
  const asked: string[] = [];
  const slow = Promise.withResolvers<typeof ADDRESSES>();
  const resolve = createLookups((hostname) => {
    asked.push(hostname);
    return hostname.startsWith("slow") ? slow.promise : Promise.resolve(ADDRESSES);
  }, 20);
  const first = [resolve("slow1.test"), resolve("slow2.test"), resolve("slow1.test")];

  await expect(resolve("late.test")).rejects.toThrow("waited too long");
  slow.resolve(ADDRESSES);
  expect(await Promise.all(first)).toEqual([ADDRESSES, ADDRESSES, ADDRESSES]);

  expect(await Promise.all([resolve("a.test"), resolve("b.test"), resolve("c.test")])).toHaveLength(3);
  expect(asked).toEqual(["slow1.test", "slow2.test", "a.test", "b.test", "c.test"]);
});

test("lookups that fail give their turn to the next", async () => {
  const resolve = createLookups(() => Promise.reject(new Error("no such name")), 1_000);
  const names = ["a.test", "b.test", "c.test", "d.test", "e.test"];

  const outcomes = await Promise.allSettled(names.map(resolve));

  expect(outcomes.map((outcome) => outcome.status === "rejected" && outcome.reason.message)).toEqual(
    names.map(() => "no such name"),
  );
});

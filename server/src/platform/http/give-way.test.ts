import { Readable } from "node:stream";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { addGiveWay } from "./give-way.ts";

const NEVER_MS = 2 ** 31 - 1;

/** A service with a request in progress, which `end` ends. */
async function busy(times: { waitMs: number; youngMs: number }) {
  const app = Fastify();
  addGiveWay(app, times);
  const begun = Promise.withResolvers<void>();
  const ending = Promise.withResolvers<void>();
  app.get("/claim", async () => {
    begun.resolve();
    await ending.promise;
    return {};
  });
  const answered = app.inject("/claim");
  await begun.promise;
  return { app, end: ending.resolve, answered };
}

test("a download waits until the request in progress is answered", async () => {
  const { app, end, answered } = await busy({ waitMs: NEVER_MS, youngMs: NEVER_MS });
  let isFree = false;
  const freed = app.untilFree().then(() => {
    isFree = true;
  });
  await new Promise(setImmediate);
  expect(isFree).toBe(false);

  end();
  await Promise.all([answered, freed]);
});

test("a download waits no longer than its limit", async () => {
  const { app, end, answered } = await busy({ waitMs: 1, youngMs: NEVER_MS });

  await app.untilFree();

  end();
  await answered;
});

test("a request that takes long, such as an upload, holds up no download", async () => {
  const { app, end, answered } = await busy({ waitMs: NEVER_MS, youngMs: 0 });

  await app.untilFree();

  end();
  await answered;
});

test("a download whose bytes are sent holds up no other", async () => {
  const app = Fastify();
  addGiveWay(app, { waitMs: NEVER_MS, youngMs: NEVER_MS });
  const asked = Promise.withResolvers<void>();
  const body = new Readable({ read: () => asked.resolve() });
  app.get("/download", async (_request, reply) => reply.send(body));
  const sent = app.inject("/download");
  await asked.promise;

  await app.untilFree();

  body.push(null);
  await sent;
});

import { startService } from "@assay/server/test/service.ts";
import { untilHolds } from "@assay/server/test/until.ts";
import { expect, test } from "vitest";
import { startProxy } from "../test/proxy.ts";
import { Assay, UnauthorizedError } from "./index.ts";
import { messagesIn } from "./server-sent.ts";

const service = await startService();
const origin = await service.app.listen({ port: 0, host: "127.0.0.1" });

test("the stream continues after the last message when its connection ends, and loses no event", async () => {
  const proxy = await startProxy(origin);
  const client = new Assay({ baseUrl: proxy.url, apiKey: service.key });
  const { id } = await client.projects.create({ annotation_type: "text_classification" });
  const stream = client.events.stream();
  const streams = () => proxy.seen.filter(({ url }) => url === "/v1/stream");
  const names: unknown[] = [];
  const next = async () => {
    const { value } = await stream.next();
    if (value?.event.type === "project.updated") names.push(value.event.data.project_id);
    return value;
  };

  const first = next();
  await untilHolds(() => expect(streams()).toMatchObject([{ isAnswered: true }])); // it begins with what comes now
  const begun = await client.events.list().page();
  expect(begun.data).toHaveLength(0);
  await client.projects.update(id, { name: "one" });
  const { lastEventId } = (await first) ?? {};
  proxy.cutAll();
  await client.projects.update(id, { name: "two" });
  await next();

  expect(names).toEqual([id, id]);
  expect(streams().map(({ headers }) => headers["last-event-id"])).toEqual([undefined, lastEventId]);
  await stream.return(undefined);
});

test("a stream begins after a message of an earlier one, and a signal ends it", async () => {
  const { url } = await startProxy(origin); // the service would wait for the connection that undici opens after an abort
  const client = new Assay({ baseUrl: url, apiKey: service.key });
  const { id } = await client.projects.create({ annotation_type: "text_classification" });
  await client.projects.update(id, { name: "past" });
  const leaving = new AbortController();
  const types: string[] = [];

  const reading = (async () => {
    for await (const { event } of client.events.stream({ lastEventId: "0", signal: leaving.signal })) {
      types.push(event.type);
    }
  })();
  reading.catch(() => undefined);
  await untilHolds(() => expect(types).toContain("project.updated"));
  let listed = 0; // the last page of this list has a cursor too
  for await (const { type } of client.events.list({ limit: 1 })) listed += Number(type === "project.updated");
  expect(listed).toBeGreaterThan(0);
  leaving.abort(new Error("enough"));

  await expect(reading).rejects.toThrow("enough");
});

test("a stream that the service refuses throws", async () => {
  const client = new Assay({ baseUrl: origin, apiKey: "unknown" });
  await expect(client.events.stream().next()).rejects.toBeInstanceOf(UnauthorizedError);
});

test.each(["\n", "\r\n", "\r"])(
  "blocks are read however their text is divided, with %j as line end",
  async (end) => {
    const text = [
      "retry: 2000",
      "id: 1",
      "",
      ": comment",
      "",
      "id: 2",
      "data: {",
      "data:1}",
      "",
      "data: cut off",
    ].join(end);
    for (let size = 1; size <= text.length; size += 1) {
      const found: unknown[] = [];
      for await (const message of messagesIn(pieces(text, size))) found.push(message);

      expect(found).toEqual([
        { id: "1", data: "", retryMs: 2_000 },
        { id: "2", data: "{\n1}", retryMs: undefined },
      ]);
    }
  },
);

async function* pieces(text: string, size: number): AsyncGenerator<string> {
  for (let from = 0; from < text.length; from += size) yield text.slice(from, from + size);
}

import { expect, test } from "vitest";
import { generateResources } from "./generate-resources.ts";

/** A document with these operations: `id`, tag, and the media type of the response. */
function documentOf(...operations: readonly [id: string, tag: string, mediaType?: string][]) {
  const paths = operations.map(([operationId, tag, mediaType], n) => {
    const content = mediaType === undefined ? undefined : { [mediaType]: { schema: {} } };
    const responses = { 200: content === undefined ? {} : { content } };
    return [`/v1/${n}/{some_id}`, { post: { operationId, summary: "Do it", tags: [tag], responses } }];
  });
  return { paths: Object.fromEntries(paths) };
}

function namesIn(source: string): string[] {
  return [...source.matchAll(/^ {2}(\w+)\(/gm)]
    .map(([, name = ""]) => name)
    .filter((name) => name !== "constructor");
}

test.each([
  ["createBatch", "batches", "create"],
  ["changeApiKey", "api keys", "update"],
  ["listBatchFiles", "batches", "listFiles"],
  ["bulkItems", "items", "bulk"],
  ["getBatchQuality", "quality", "get"],
])("the operation %s of %s has the method %s", (id, tag, name) => {
  expect(namesIn(generateResources(documentOf([id, tag])))).toEqual([name]);
});

test("two operations that would have the same method are refused", () => {
  const document = documentOf(["listBatches", "batches"], ["listBatch", "batches"]);
  expect(() => generateResources(document)).toThrow(
    "two operations would be batches.list: name listBatch in NAMES",
  );
});

test("a method returns what its operation answers", () => {
  const source = generateResources(
    documentOf(
      ["startBatch", "batches"],
      ["readBatchNote", "batches", "text/plain"],
      ["streamBatches", "batches", "application/x-ndjson"],
      ["downloadBatch", "batches", "application/zip"],
    ),
  );
  const returned = [...source.matchAll(/^ {2}(\w+)\(someId: string, .*\): (.*) \{$/gm)].map(
    ([, name, type]) => [name, type],
  );
  expect(Object.fromEntries(returned)).toEqual({
    start: "Promise<void>",
    readNote: "Promise<string>",
    stream: "AsyncGenerator<Record<string, unknown>>",
    download: "Promise<Response>",
  });
});

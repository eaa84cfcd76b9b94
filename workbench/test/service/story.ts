import { bodyOf } from "@assay/server/test/given.ts";
import { givenPerson } from "@assay/server/test/people.ts";
import { untilHolds } from "@assay/server/test/until.ts";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { openPage } from "../browser.ts";
import { startWorking } from "./working.ts";

interface Story {
  readonly page: Page;
  readonly batch_id: string;
}

type Device = Parameters<typeof openPage>[1];

interface Answer {
  readonly result: unknown;
  readonly fields?: object;
}

/** A service of its own, and the way of one item from the work screen to what the service stores. */
export async function startStories() {
  const { origin, service, openAs } = await startWorking();
  const { request, runJobs } = service;

  /** The work screen of an annotator with the one item of a file, in a project with `settings`; `device` is their browser. */
  async function openFile(
    filename: string,
    content: Buffer,
    settings: object,
    device: Device = {},
  ): Promise<Story> {
    const sent = { quality_level: "none", quality_policy: { overlap: 1 }, ...settings };
    const { id: project_id } = bodyOf(await request("POST", "/v1/projects", sent), 201);
    const files = [{ filename, content_base64: content.toString("base64") }];
    const upload = bodyOf(await request("POST", "/v1/uploads", { files }), 201);
    await runJobs();
    const body = { project_id, upload_ids: [upload.id] };
    const { id: batch_id } = bodyOf(await request("POST", "/v1/batches", body), 201);
    await runJobs();
    const page = await openAs(await givenPerson(service, { role: "annotator" }), device);
    await page.goto(`${origin}/work?batch=${batch_id}&kinds=annotate`);
    return { page, batch_id };
  }

  /** The same with an item that is a line of JSON. */
  function openText(line: object, settings: object, device?: Device): Promise<Story> {
    const content = Buffer.from(JSON.stringify({ external_id: "one", ...line }));
    return openFile("items.jsonl", content, settings, device);
  }

  /** The page of the batch's item, the only one, as an owner sees it. */
  async function openItem(batch_id: string): Promise<Page> {
    const [{ id }] = bodyOf(await request("GET", `/v1/items?batch_id=${batch_id}`), 200).data;
    const page = await openAs(await givenPerson(service, { role: "owner" }));
    await page.goto(`${origin}/items/${id}`);
    return page;
  }

  /**
   * Resolves once the service has this answer to the batch's item, the only one, and the item has the same answer as
   * its label. Parts of `answer` may be matchers.
   */
  async function untilStored(batch_id: string, answer: Answer): Promise<void> {
    await untilHolds(async () => {
      const [{ id }] = bodyOf(await request("GET", `/v1/items?batch_id=${batch_id}`), 200).data;
      const { data } = bodyOf(await request("GET", `/v1/items/${id}/annotations`), 200);
      expect(data).toEqual([expect.objectContaining(answer)]);
      const item = bodyOf(await request("GET", `/v1/items/${id}`), 200);
      expect([item.label, item.fields]).toEqual([data[0].result, data[0].fields]);
    });
  }

  return { openFile, openItem, openText, untilStored };
}

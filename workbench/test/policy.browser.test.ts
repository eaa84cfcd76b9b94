import { bodyOf, givenProject } from "@assay/server/test/given.ts";
import { givenPerson } from "@assay/server/test/people.ts";
import { givenImage, givenWav, sendRaw } from "@assay/server/test/upload-bodies.ts";
import { expect, test } from "vitest";
import { openPage } from "./browser.ts";
import { cookiesOf } from "./cookies.ts";
import { serve } from "./serve.ts";

const { origin, service } = await serve();
const { request } = service;

const IMAGE = {
  annotation_type: "object_detection",
  name: "a.jpg",
  bytes: () => givenImage("jpeg", 400, 300),
};
const SOUND = { annotation_type: "audio_segmentation", name: "a.wav", bytes: async () => givenWav(2) };

test.each([IMAGE, SOUND])(
  "the pages keep to their policy at work on $name: nothing is refused, and nothing tried that would be",
  async ({ annotation_type, name, bytes }) => {
    const project = await givenProject(service, { annotation_type, labels: [{ name: "cat" }] });
    const { body: upload } = await sendRaw(request, name, await bytes());
    const body = { project_id: project.id, upload_ids: [upload.id] };
    const batch = bodyOf(await request("POST", "/v1/batches", body), 201);
    await service.runJobs();
    const person = await givenPerson(service, { role: "annotator" });
    const page = await openPage("about:blank");
    const refused: string[] = [];
    page.on("console", (line) => {
      if (/content.security.policy|trusted/i.test(line.text())) refused.push(line.text());
    });
    await page.context().addCookies(cookiesOf(person.cookie, origin));

    const media = page.waitForResponse((answer) => /\/v1\/files\/.*\/content/.test(answer.url()));
    await page.goto(`${origin}/work?batch=${batch.id}&kinds=annotate`);
    expect((await media).status()).toBeLessThan(300);
    await page.getByRole("button", { name: "Submit" }).first().waitFor();

    expect(refused).toEqual([]);
  },
);

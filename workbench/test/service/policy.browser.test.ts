import { ANNOTATION_TYPES } from "@assay/domain/types/registry.ts";
import { givenBatchOfType } from "@assay/server/test/given-dataset.ts";
import { givenPerson } from "@assay/server/test/people.ts";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openPage } from "../browser.ts";
import { cookiesOf } from "../cookies.ts";
import { serve } from "./serve.ts";

const { origin, service } = await serve();

/** Settings for the annotation types that need more than labels. */
const SETTINGS: Readonly<Record<string, object>> = {
  keypoint: { type_options: { keypoints: ["nose", "tail"] } },
  rating: { type_options: { scales: [{ name: "helpfulness", min: 1, max: 5 }] } },
};

/** A page of an annotator, and the errors in its console. */
async function openAsAnnotator(): Promise<{ page: Page; errors: string[] }> {
  const person = await givenPerson(service, { role: "annotator" });
  const page = await openPage("about:blank");
  const errors: string[] = [];
  page.on("console", (line) => {
    if (line.type() === "error" || /content.security.policy|trusted/i.test(line.text()))
      errors.push(line.text());
  });
  await page.context().addCookies(cookiesOf(person.cookie, origin));
  return { page, errors };
}

test.each(ANNOTATION_TYPES.map(({ name, media }) => [name, media[0]] as const))(
  "the editor for %s opens without an error or a violation of the content security policy",
  async (annotation_type, medium) => {
    const batch = await givenBatchOfType(service, annotation_type, SETTINGS[annotation_type]);
    await service.runJobs();
    const { page, errors } = await openAsAnnotator();

    const loaded =
      medium === "image" || medium === "audio"
        ? page.waitForResponse((answer) => /\/v1\/files\/.*\/content/.test(answer.url()))
        : undefined;
    await page.goto(`${origin}/work?batch=${batch.id}&kinds=annotate`);
    expect((await loaded)?.status() ?? 200).toBeLessThan(300);
    await page.getByRole("button", { name: "Submit" }).first().waitFor();
    if (annotation_type === "audio_segmentation") await page.locator("canvas").first().waitFor();

    expect(errors).toEqual([]);
  },
);

const MARKUP = [
  '<img src="x" onerror="document.title = 1">',
  '<div onclick="document.title = 1">',
  "<div><script>document.title = 1</script>",
  '<div class="a">',
];

test("trusted types refuse markup, and workers from elsewhere", async () => {
  const { page } = await openAsAnnotator();
  await page.goto(`${origin}/work`);
  await page.locator("#root > *").first().waitFor();

  const refusals = await page.evaluate(`${JSON.stringify(MARKUP)}.map((text) => {
    try {
      document.createElement("div").innerHTML = text;
      return "none";
    } catch (fault) {
      return String(fault);
    }
  })`);

  expect(refusals).toEqual(MARKUP.map(() => expect.stringContaining("TrustedHTML")));
  const start = page.evaluate('void new Worker("https://elsewhere.example/worker.js")');
  await expect(start).rejects.toThrow("TrustedScriptURL");
});

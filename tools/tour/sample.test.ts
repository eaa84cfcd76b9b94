import { format } from "node:util";
import { expect, test } from "vitest";
import { ANNOTATORS, boxDrawers, nameMarkers } from "./people.ts";
import { IMAGE_LABELS, PASSAGES, PHOTOGRAPHS, TEXT_LABELS } from "./truth.ts";

/** The first two annotators: what a new installation's sample holds. */
const [ADA, BEN] = ANNOTATORS;

test("the sample's answers are those of the tour's first two simulated annotators", async () => {
  if (ADA === undefined || BEN === undefined) throw new Error(format("there are only", ANNOTATORS));
  const draw = boxDrawers("sample", IMAGE_LABELS);
  const mark = nameMarkers("sample", TEXT_LABELS);
  const answers = {
    image_labels: IMAGE_LABELS,
    text_labels: TEXT_LABELS,
    photographs: Object.fromEntries(
      PHOTOGRAPHS.map((each) => [each.filename, { ada: draw(each, ADA), ben: draw(each, BEN) }]),
    ),
    passages: Object.fromEntries(
      PASSAGES.map((each) => [each.external_id, { ada: mark(each, ADA), ben: mark(each, BEN) }]),
    ),
  };

  // `vitest -u` updates it.
  await expect(`${JSON.stringify(answers)}\n`).toMatchFileSnapshot("../../server/sample/answers.json");
});

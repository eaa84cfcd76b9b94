import { seededRandom } from "@assay/domain/agreement.ts";
import { NONE, orderAnswers } from "@assay/domain/consensus/answers.ts";
import { decideLabels } from "@assay/domain/consensus/consensus.ts";
import { expect, test } from "vitest";
import { decideAside } from "./model.ts";

test("a thread gives what the model gives, and requests are answered meanwhile", async () => {
  const random = seededRandom(1);
  const column = (most: number) => Uint32Array.from({ length: 6_000 }, () => Math.floor(random() * most));
  const sizes = { items: 1_500, workers: 40, labels: 3 };
  const answers = orderAnswers({ ...sizes, item: column(1_500), worker: column(40), label: column(3) });
  const known = new Int32Array(1_500).fill(NONE).fill(1, 0, 30);
  let isDone = false;

  const asked = decideAside({ answers, asked: "auto", known }).finally(() => {
    isDone = true;
  });
  await new Promise((resolve) => setImmediate(resolve));

  expect(isDone).toBe(false);
  expect(await asked).toEqual(decideLabels(answers, "auto", known));
});

import { seededRandom } from "@assay/domain/agreement.ts";
import { orderAnswers } from "@assay/domain/consensus/answers.ts";
import { decideSets } from "@assay/domain/consensus/label-sets.ts";
import { expect, test } from "vitest";
import { decideInThread } from "./model.ts";

test.each([true, false])(
  "a thread returns the model's result, and requests are served meanwhile",
  async (isOne) => {
    const random = seededRandom(1);
    const column = (most: number) => Uint32Array.from({ length: 3_600 }, () => Math.floor(random() * most));
    const sizes = { items: 900, workers: 40, labels: 3 };
    const answers = orderAnswers({
      ...sizes,
      item: column(900),
      worker: column(40),
      label: new Uint32Array(3_600),
    });
    const rows = [...answers.worker.keys()];
    const said = [0, 1, 2].map((label) => rows.filter((row) => row % 3 === label));
    const sets = {
      ...{ isExactlyOne: isOne, answers, said, present: [[...Array(900).keys()], [], []] },
      isKnown: new Uint8Array(900).fill(1, 0, 30),
      mayChange: new Uint8Array(900).fill(1, 30),
    };
    let isDone = false;

    const asked = decideInThread({ sets, asked: "dawid-skene" }).finally(() => {
      isDone = true;
    });
    await new Promise((resolve) => setImmediate(resolve));

    expect(isDone).toBe(false);
    const decided = await asked;
    expect(decided).toEqual(decideSets(sets, "dawid-skene"));
    expect(decided.changes).not.toEqual([]);
  },
);

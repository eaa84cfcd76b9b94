import { seededRandom } from "@assay/domain/agreement.ts";
import type { AnswerColumns } from "@assay/domain/consensus/answers.ts";

/** Generated crowd answers: 5 per item, by randomly drawn annotators who are right 50 to 95 % of the time. */
export interface MadeUp extends AnswerColumns {
  /** By item. */
  readonly truth: Uint32Array;
}

export const LABELS = 5;
export const WORKERS = 1_000;
const ANSWERS_PER_ITEM = 5;
const [LEAST_SKILL, MOST_SKILL] = [0.5, 0.95];
const SEED = 2_026;

/** `count` answers, a multiple of 5; the same count gives the same answers. Wrong ones are spread evenly. */
export function makeAnswers(count: number): MadeUp {
  const random = seededRandom(SEED);
  const below = (bound: number) => Math.floor(random() * bound);
  const items = count / ANSWERS_PER_ITEM;
  const skill = Float64Array.from(
    { length: WORKERS },
    () => LEAST_SKILL + (MOST_SKILL - LEAST_SKILL) * random(),
  );
  const truth = Uint32Array.from({ length: items }, () => below(LABELS));
  const [item, worker, label] = [new Uint32Array(count), new Uint32Array(count), new Uint32Array(count)];
  for (let row = 0; row < count; row += 1) {
    const which = Math.floor(row / ANSWERS_PER_ITEM);
    const who = below(WORKERS);
    const right = truth[which] ?? 0;
    item[row] = which;
    worker[row] = who;
    label[row] = random() < (skill[who] ?? 0) ? right : (right + 1 + below(LABELS - 1)) % LABELS;
  }
  return { items, workers: WORKERS, labels: LABELS, item, worker, label, truth };
}

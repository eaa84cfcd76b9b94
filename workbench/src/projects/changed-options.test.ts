import { expect, test } from "vitest";
import { changedOptions, optionsDraft } from "./changed-options.ts";

const pose = { keypoints: ["head", "tail"], skeleton: [["head", "tail"]], sigmas: [0.1, 0.2] };

const help = { name: "help", min: 1, max: 5, step: 0.5 };

test("options that nobody changed are not sent", () => {
  for (const options of [pose, {}, { instances: true }, { scales: [help] }])
    expect(changedOptions(options, optionsDraft(options))).toBeUndefined();
});

test("a new point has the usual sigma, and the lines are those of the form", () => {
  const draft = { ...optionsDraft(pose), keypoints: "head\ntail\npaw\n", skeleton: "tail - paw" };

  expect(changedOptions(pose, draft)).toEqual({
    keypoints: ["head", "tail", "paw"],
    skeleton: [["tail", "paw"]],
    sigmas: [0.1, 0.2, 0.05],
  });
});

test("masks become objects, and other options stay", () => {
  const draft = { ...optionsDraft({ note: 1 }), instances: true };

  expect(changedOptions({ note: 1 }, draft)).toEqual({ note: 1, instances: true });
});

test("the ends of a scale get words, and the rest of it stays", () => {
  const draft = optionsDraft({ scales: [help] });
  const scales = draft.scales.map((scale) => ({ ...scale, max_label: "very helpful" }));

  expect(changedOptions({ scales: [help] }, { ...draft, scales })).toEqual({
    scales: [{ ...help, max_label: "very helpful" }],
  });
});

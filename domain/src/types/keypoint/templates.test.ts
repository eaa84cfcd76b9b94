import { expect, test } from "vitest";
import { keypoint } from "./keypoint.ts";
import { SKELETON_TEMPLATES, skeletonLayout } from "./templates.ts";

test.each(SKELETON_TEMPLATES)(
  "the template $id has valid options and places within its square",
  ({ points, lines }) => {
    const keypoints = Object.keys(points);
    expect(keypoint.optionFaults({ keypoints, skeleton: lines.map((line) => [...line]) })).toEqual([]);
    expect([...skeletonLayout(keypoints).keys()]).toEqual(keypoints);
    for (const place of skeletonLayout(keypoints).values())
      for (const at of place) expect(at >= 0 && at <= 1).toBe(true);
  },
);

test("some points of a template have its places, and unknown points stand on a circle", () => {
  expect(skeletonLayout(["nose", "left_ankle"]).get("left_ankle")).toEqual([0.7, 1]);
  const places = skeletonLayout(["a", "b"]);
  expect([...places.values()].map((place) => place.map((at) => Math.round(at * 100) / 100))).toEqual([
    [0.5, 0],
    [0.5, 1],
  ]);
});

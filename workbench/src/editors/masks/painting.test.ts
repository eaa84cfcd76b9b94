import "../../../test/edge.ts";
import { expect, test } from "vitest";
import { createDocument } from "../../drafts/document.ts";
import { ObjectSession } from "../objects/session.ts";
import { type MaskObject, maskShape, rleOf } from "./mask-object.ts";
import { paint } from "./painting.ts";

/** A session on an image of 4 × 4 pixels, with `road` in its first column and `sky` in its second. */
function givenSession(areInstances: boolean): ObjectSession<MaskObject> {
  const mask = (label: string, from: number) => {
    const object = { label, rle: rleOf(Float64Array.of(from, from + 4), [4, 4]) };
    return [`object:${label}`, { object, isSuggestion: false }] as const;
  };
  return new ObjectSession<MaskObject>({
    document: createDocument<unknown>([mask("road", 0), mask("sky", 4)]),
    kind: {
      ...{ noun: "Mask", isMovable: false, areInstances, shapeOf: maskShape },
      objectOf: (shape, label) => {
        if (shape.kind !== "mask") throw new TypeError("a mask has the shape of a mask");
        return { label, rle: rleOf(shape.runs, shape.size) };
      },
    },
    labels: ["road", "sky"].map((name, at) => ({ name, path: [], color: "#000", key: `Digit${at + 1}` })),
    ...{ image: { width: 4, height: 4 }, isReadOnly: false, wasShown: false },
    tools: () => [],
  });
}

const FIRST_COLUMN = Float64Array.of(0, 4);
const LAST_COLUMN = Float64Array.of(12, 16);

test("an eraser that meets no pixel of the chosen label says whose pixels these are, and which key is for them", () => {
  const session = givenSession(false);
  session.set({ label: "sky" });
  paint(session, FIRST_COLUMN, true);
  expect(session.state().fault).toBe(
    "These pixels have the label road. The eraser removes only sky. Press 1 for road",
  );
  paint(session, LAST_COLUMN, true);
  expect(session.state().fault).toBe("There are no pixels of sky here");
});

test("an eraser of instances names the mask to select", () => {
  const session = givenSession(true);
  session.select(["object:sky"]);
  paint(session, FIRST_COLUMN, true);
  expect(session.state().fault).toBe("These pixels are of another mask (road). Select it to erase them");
});

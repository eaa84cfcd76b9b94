import "../../../test/edge.ts";
import type { DetectedObject } from "@assay/domain/types/object-detection/schema.ts";
import { expect, test } from "vitest";
import { boxTool } from "../../canvas/tools/box-tool.ts";
import { selectTool } from "../../canvas/tools/select-tool.ts";
import { createDocument } from "../../drafts/document.ts";
import { objectActions, unfinishedIn } from "./actions.ts";
import { currentLabels, giveLabel, show } from "./changes.ts";
import { ObjectSession } from "./session.ts";

function givenSession(isReadOnly: boolean, drawn: readonly (readonly [string, object])[] = []) {
  return new ObjectSession<DetectedObject>({
    document: createDocument<unknown>(drawn),
    kind: {
      noun: "Box",
      isMovable: true,
      shapeOf: ({ bbox }) => ({ kind: "box", box: bbox }),
      objectOf: (shape, label) => ({ label, bbox: shape.kind === "box" ? shape.box : NONE }),
    },
    labels: [{ name: "car", path: [], color: "#000", key: "Digit1" }],
    image: { width: 100, height: 100 },
    isReadOnly,
    wasShown: isReadOnly,
    tools: (session) => [selectTool(session, session.view), boxTool(session)],
  });
}

const NONE = { x: 0, y: 0, width: 1, height: 1 };

/** A pointer event on an image at 100 %. */
const touch = (x: number, y: number) => ({
  ...{ at: [x, y] as const, place: [x, y] as const, pixel: 1 },
  ...{ isShift: false, isAlt: false, isCoarse: false },
});

test("an answer that is opened for corrections has an active drawing tool", () => {
  const session = givenSession(true);
  expect(session.tool.isDrawing).toBe(false);
  session.setReadOnly(false);
  expect(session.tool.isDrawing).toBe(true);
  session.tool.down(touch(10, 10));
  session.tool.up(touch(30, 30));
  session.tool.down(touch(30, 30));
  session.tool.up(touch(30, 30));
  expect(session.document.entries().size).toBe(1);
  expect(objectActions(session, false).map(({ id }) => id)).toContain("image.delete");
});

const labelsOf = ({ document }: ReturnType<typeof givenSession>) =>
  [...document.entries().values()].map((entry) => Object(entry).object.label);

const DRAWN = [["object:1", { object: { label: "car", bbox: NONE }, isSuggestion: false }]] as const;

test("a label is for the next object after one is drawn, and for an object that is chosen from the list", () => {
  const session = givenSession(false, DRAWN);
  session.select(["object:1"]); // as a box that was drawn

  giveLabel(session, "bus");
  expect(labelsOf(session)).toEqual(["car"]);
  expect(currentLabels(session)).toEqual(new Set(["bus"]));

  show(session, "object:1");
  expect(currentLabels(session)).toEqual(new Set(["car"]));
  giveLabel(session, "tram");
  expect(labelsOf(session)).toEqual(["tram"]);
});

test("the list does not end a drawing that is not finished", () => {
  const session = givenSession(false, DRAWN);
  session.tool.down(touch(10, 10));
  session.tool.move([touch(40, 50)]);
  show(session, "object:1");
  expect(session.tool.isBusy()).toBe(true);
});

test("the object that was selected before an answer is opened for corrections gets the label", () => {
  const session = givenSession(true, DRAWN);
  show(session, "object:1");
  session.setReadOnly(false);
  giveLabel(session, "bus");
  expect(labelsOf(session)).toEqual(["bus"]);
});

test("a drawing that another tool discards is named", () => {
  const session = givenSession(false);
  session.tool.down(touch(10, 10));
  session.tool.move([touch(40, 50)]);
  session.takeTool("select");
  expect(session.state().fault).toBe("Box: the unfinished shape was discarded");
  session.takeTool("box");
  expect(session.state().fault).toBeUndefined();
});

test("a new object that waits for its label gets the one that is given, in a drawing tool too", () => {
  const session = givenSession(false);
  session.set({ label: undefined });
  session.add({ kind: "box", box: NONE });

  giveLabel(session, "bus");

  expect(labelsOf(session)).toEqual(["bus"]);
});

test("a box that is begun is unfinished until Enter ends it or Escape discards it", () => {
  const session = givenSession(false);
  session.tool.down(touch(10, 10));
  expect(session.state().said).toBe("Label car");
  session.tool.finish?.();
  expect(session.state().fault).toContain("Move to the opposite corner first");
  session.takeTool("box");
  session.tool.move([touch(40, 50)]);
  expect(unfinishedIn(session)).toContain("finish the shape");
  session.tool.finish?.();
  expect(unfinishedIn(session)).toBeNull();
  expect([...session.document.entries().values()]).toMatchObject([
    { object: { label: "car", bbox: { x: 10, y: 10, width: 30, height: 40 } } },
  ]);
});

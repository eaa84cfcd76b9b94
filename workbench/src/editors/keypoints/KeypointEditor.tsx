import type { Point } from "@assay/domain/outline.ts";
import type { Keypoint, KeypointObject } from "@assay/domain/types/keypoint/schema.ts";
import { skeletonLayout } from "@assay/domain/types/keypoint/templates.ts";
import { useState } from "react";
import { strings } from "#strings/editors/keypoints.ts";
import { boundsOf } from "../../canvas/shape.ts";
import { type PointsTool, pointsTool, type Skeleton } from "../../canvas/tools/points-tool.ts";
import { selectTool } from "../../canvas/tools/select-tool.ts";
import { skeletonTool } from "../../canvas/tools/skeleton-tool.ts";
import type { Tool } from "../../canvas/tools/tool.ts";
import type { EditorProps } from "../editor.ts";
import { selected } from "../objects/changes.ts";
import { ObjectEditor, type ObjectEditorSetup } from "../objects/ObjectEditor.tsx";
import type { ObjectSession } from "../objects/session.ts";
import { NextPoint, nextPoint, Placed, Progress } from "./NextPoint.tsx";
import { PointList } from "./PointList.tsx";
import { keypointShape } from "./shape.ts";
import { skeletonOf } from "./skeleton.ts";

/** Edits labeled objects with named points. */
export function KeypointEditor(props: EditorProps) {
  const [setup] = useState(() => setupFor(skeletonOf(props.project.type_options)));
  return <ObjectEditor {...props} setup={setup} />;
}

function setupFor(skeleton: Skeleton): ObjectEditorSetup<KeypointObject> {
  return {
    kind: {
      noun: strings.noun,
      isMovable: true,
      shapeOf: (object) => keypointShape(object, skeleton.lines),
      objectOf(shape, label) {
        if (shape.kind !== "points") throw new TypeError("an object of keypoints has the shape of points");
        const entries = shape.points.map(({ name, at: [x, y], isHidden }): [string, Keypoint] => [
          name,
          [x, y, isHidden ? 1 : 2],
        ]);
        return { label, points: Object.fromEntries(entries) };
      },
    },
    tools: (session) => [
      selectTool(session, session.view),
      pointsTool(session, skeleton),
      ...(skeleton.names.length === 0
        ? []
        : [skeletonTool(session, skeleton, () => layoutFor(session, skeleton))]),
    ],
    describe: ({ points }) => strings.size(Object.keys(points).length),
    toolPanel: (session) => {
      const tool = pointsToolOf(session);
      return tool && <NextPoint session={session} tool={tool} />;
    },
    panel: (session) => <KeypointPanel session={session} skeleton={skeleton} />,
    banner: (session) => {
      const tool = pointsToolOf(session);
      return tool && nextPoint(tool);
    },
  };
}

/** The places of the points in the last whole object of the image, because poses resemble one another; else the usual ones. */
function layoutFor(session: ObjectSession<KeypointObject>, { names }: Skeleton): ReadonlyMap<string, Point> {
  const whole = [...session.objects.values()].findLast(({ object }) =>
    names.every((name) => object.points[name] !== undefined && object.points[name][2] > 0),
  );
  const { x, y, width, height } = boundsOf(
    whole === undefined ? { kind: "points", points: [], lines: [] } : session.kind.shapeOf(whole.object),
  );
  if (whole === undefined || !(width > 0 && height > 0)) return skeletonLayout(names);
  return new Map(
    names.map((name): [string, Point] => {
      const [px, py] = whole.object.points[name] ?? [x, y];
      return [name, [(px - x) / width, (py - y) / height]];
    }),
  );
}

interface KeypointPanelProps {
  readonly session: ObjectSession<KeypointObject>;
  readonly skeleton: Skeleton;
}

/** The points of the object that is drawn, or of the selected one. Where nothing is drawn, of the only object too. */
function KeypointPanel({ session, skeleton }: KeypointPanelProps) {
  const [only, ...others] = selected(session);
  const tool = pointsToolOf(session);
  if (session.isReadOnly) {
    const [one, ...more] = others.length === 0 && only !== undefined ? [only] : [...session.objects];
    return one !== undefined && more.length === 0 && <Placed object={one[1].object} names={skeleton.names} />;
  }
  return (
    <>
      {tool !== undefined && <Progress tool={tool} />}
      {only !== undefined && others.length === 0 && !session.state().isBusy && (
        <PointList session={session} objectKey={only[0]} object={only[1].object} names={skeleton.names} />
      )}
    </>
  );
}

/** The tool for single points, while it is the tool and the answer can be changed. */
function pointsToolOf({ isReadOnly, tool }: ObjectSession<KeypointObject>): PointsTool | undefined {
  return !isReadOnly && isPointsTool(tool) ? tool : undefined;
}

function isPointsTool(tool: Tool): tool is PointsTool {
  return "progress" in tool && "skip" in tool;
}

import { pointWithin } from "@assay/domain/geometry/box-edits.ts";
import type { Keypoint, KeypointObject } from "@assay/domain/types/keypoint/schema.ts";
import { useState } from "react";
import { useActions } from "../../actions/use-actions.ts";
import { boundsOf, type NamedPoint } from "../../canvas/shape.ts";
import { type PointsTool, pointsTool, type Skeleton } from "../../canvas/tools/points-tool.ts";
import { selectTool } from "../../canvas/tools/select-tool.ts";
import type { Tool } from "../../canvas/tools/tool.ts";
import { Button } from "../../design/Button.tsx";
import { Checkbox } from "../../design/Checkbox.tsx";
import type { EditorProps } from "../editor.ts";
import { selected } from "../objects/changes.ts";
import { NumberInput } from "../objects/NumberInput.tsx";
import { ObjectEditor, type ObjectEditorSetup } from "../objects/ObjectEditor.tsx";
import type { ObjectSession } from "../objects/session.ts";
import styles from "./KeypointEditor.module.css";
import { skeletonOf } from "./skeleton.ts";

/** Places the points of labelled objects. */
export function KeypointEditor(props: EditorProps) {
  const [setup] = useState(() => setupFor(skeletonOf(props.project.type_options)));
  return <ObjectEditor {...props} setup={setup} />;
}

function setupFor(skeleton: Skeleton): ObjectEditorSetup<KeypointObject> {
  return {
    kind: {
      noun: "Object",
      isMovable: true,
      shapeOf: ({ points }) => ({
        kind: "points",
        lines: skeleton.lines,
        points: Object.entries(points).flatMap(([name, [x, y, visibility]]): NamedPoint[] =>
          visibility === 0 ? [] : [{ name, at: [x, y], isHidden: visibility === 1 }],
        ),
      }),
      objectOf(shape, label) {
        if (shape.kind !== "points") throw new TypeError("an object of keypoints has the shape of points");
        const entries = shape.points.map(({ name, at: [x, y], isHidden }): [string, Keypoint] => [
          name,
          [x, y, isHidden ? 1 : 2],
        ]);
        return { label, points: Object.fromEntries(entries) };
      },
    },
    tools: (session) => [selectTool(session, session.view), pointsTool(session, skeleton)],
    describe: ({ points }) => `${Object.keys(points).length} points`,
    panel: (session) => <KeypointPanel session={session} skeleton={skeleton} />,
  };
}

interface KeypointPanelProps {
  readonly session: ObjectSession<KeypointObject>;
  readonly skeleton: Skeleton;
}

/** Which point is placed next, and the points of the selected object. */
function KeypointPanel({ session, skeleton }: KeypointPanelProps) {
  const [only, ...others] = selected(session);
  const tool = !session.isReadOnly && isPointsTool(session.tool) ? session.tool : undefined;
  useActions(
    tool === undefined
      ? []
      : [
          {
            id: "image.skip-point",
            title: "Leave the next point out",
            keys: ["."],
            run: () => void tool.skip(),
          },
        ],
  );
  return (
    <>
      {tool !== undefined && (
        <div className={styles.next}>
          <p>
            Next: <strong>{tool.next()}</strong>. With Shift it is hidden, Enter ends the object.
          </p>
          <Button isDisabled={!tool.isBusy()} onPress={() => tool.skip()}>
            Leave out <kbd>.</kbd>
          </Button>
        </div>
      )}
      {only !== undefined && others.length === 0 && (
        <PointList session={session} objectKey={only[0]} object={only[1].object} names={skeleton.names} />
      )}
    </>
  );
}

function isPointsTool(tool: Tool): tool is PointsTool {
  return "next" in tool && "skip" in tool;
}

interface PointListProps {
  readonly session: ObjectSession<KeypointObject>;
  readonly objectKey: string;
  readonly object: KeypointObject;
  readonly names: readonly string[];
}

function PointList({ session, objectKey, object, names }: PointListProps) {
  const { isReadOnly, image } = session;
  const change = (name: string, point: Keypoint | undefined, done: string) => {
    const { [name]: _before, ...rest } = object.points;
    const points = point === undefined ? rest : { ...object.points, [name]: point };
    session.apply(`${name} ${done}`, [[objectKey, { object: { ...object, points }, isSuggestion: false }]]);
  };
  const { x, y, width, height } = boundsOf(session.kind.shapeOf(object));
  const middle = pointWithin([Math.round(x + width / 2), Math.round(y + height / 2)], image);
  const isLast = Object.keys(object.points).length === 1;
  return (
    <ul className={styles.points} aria-label="Points">
      {[...new Set([...names, ...Object.keys(object.points)])].map((name) => {
        const point = object.points[name];
        if (point === undefined || point[2] === 0) {
          return (
            <li key={name} className={styles.point}>
              <span className={styles.name}>{name}</span>
              <Button isDisabled={isReadOnly} onPress={() => change(name, [...middle, 2], "placed")}>
                Place
              </Button>
            </li>
          );
        }
        const [px, py, visibility] = point;
        const place = (to: readonly [number, number]) =>
          change(name, [...pointWithin(to, image), visibility], "moved");
        return (
          <li key={name} className={styles.point}>
            <span className={styles.name}>{name}</span>
            <NumberInput
              label={`X of ${name}`}
              value={px}
              isDisabled={isReadOnly}
              onChange={(to) => place([to, py])}
            />
            <NumberInput
              label={`Y of ${name}`}
              value={py}
              isDisabled={isReadOnly}
              onChange={(to) => place([px, to])}
            />
            <Checkbox
              isSelected={visibility === 1}
              isDisabled={isReadOnly}
              onChange={(isHidden) =>
                change(name, [px, py, isHidden ? 1 : 2], isHidden ? "hidden" : "visible")
              }
            >
              Hidden
            </Checkbox>
            <Button
              look="quiet"
              isDisabled={isReadOnly || isLast}
              onPress={() => change(name, undefined, "removed")}
            >
              Remove
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

import { pointWithin } from "@assay/domain/geometry/box-edits.ts";
import type { Point } from "@assay/domain/outline.ts";
import type { Keypoint, KeypointObject } from "@assay/domain/types/keypoint/schema.ts";
import { skeletonLayout } from "@assay/domain/types/keypoint/templates.ts";
import { useState } from "react";
import { strings } from "#strings/editors/keypoints.ts";
import { keyName } from "../../actions/key-name.ts";
import { keyOf } from "../../actions/own-keys.ts";
import { useActions } from "../../actions/use-actions.ts";
import { boundsOf } from "../../canvas/shape.ts";
import { type PointsTool, pointsTool, type Skeleton } from "../../canvas/tools/points-tool.ts";
import { selectTool } from "../../canvas/tools/select-tool.ts";
import { skeletonTool } from "../../canvas/tools/skeleton-tool.ts";
import type { Tool } from "../../canvas/tools/tool.ts";
import { Button } from "../../design/Button.tsx";
import { Checkbox } from "../../design/Checkbox.tsx";
import type { EditorProps } from "../editor.ts";
import { selected } from "../objects/changes.ts";
import { ObjectEditor, type ObjectEditorSetup } from "../objects/ObjectEditor.tsx";
import { StepInput } from "../objects/StepInput.tsx";
import type { ObjectSession } from "../objects/session.ts";
import styles from "./KeypointEditor.module.css";
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
    panel: (session) => <KeypointPanel session={session} skeleton={skeleton} />,
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

/** The next point to place, and the points of the selected object. */
function KeypointPanel({ session, skeleton }: KeypointPanelProps) {
  const [only, ...others] = selected(session);
  const tool = !session.isReadOnly && isPointsTool(session.tool) ? session.tool : undefined;
  useActions(
    tool === undefined
      ? []
      : [
          {
            id: "image.skip-point",
            title: strings.leaveOut,
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
            <strong>{strings.next(tool.next())}</strong>
            <br />
            {strings.help}
          </p>
          <Button isDisabled={!tool.isBusy()} onPress={() => tool.skip()}>
            {strings.leaveOut} <kbd>{keyName(keyOf("image.skip-point", "."))}</kbd>
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
    session.apply(strings.changed(name, done), [
      [objectKey, { object: { ...object, points }, isSuggestion: false }],
    ]);
  };
  const { x, y, width, height } = boundsOf(session.kind.shapeOf(object));
  const middle = pointWithin([Math.round(x + width / 2), Math.round(y + height / 2)], image);
  const isLast = Object.keys(object.points).length === 1;
  return (
    <ul className={styles.points} aria-label={strings.points}>
      {[...new Set([...names, ...Object.keys(object.points)])].map((name) => {
        const point = object.points[name];
        if (point === undefined || point[2] === 0) {
          return (
            <li key={name} className={styles.point}>
              <span className={styles.name}>{name}</span>
              <Button
                isDisabled={isReadOnly}
                onPress={() => change(name, [...middle, 2], strings.done.placed)}
              >
                {strings.place}
              </Button>
            </li>
          );
        }
        const [px, py, visibility] = point;
        const place = (to: readonly [number, number]) =>
          change(name, [...pointWithin(to, image), visibility], strings.done.moved);
        return (
          <li key={name} className={styles.point}>
            <span className={styles.name}>{name}</span>
            <StepInput
              label={strings.x(name)}
              value={px}
              isDisabled={isReadOnly}
              onChange={(to) => place([to, py])}
            />
            <StepInput
              label={strings.y(name)}
              value={py}
              isDisabled={isReadOnly}
              onChange={(to) => place([px, to])}
            />
            <Checkbox
              isSelected={visibility === 1}
              isDisabled={isReadOnly}
              onChange={(isHidden) =>
                change(name, [px, py, isHidden ? 1 : 2], strings.done[isHidden ? "hidden" : "visible"])
              }
            >
              {strings.hidden}
            </Checkbox>
            <Button
              look="quiet"
              isDisabled={isReadOnly || isLast}
              onPress={() => change(name, undefined, strings.done.removed)}
            >
              {strings.remove}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

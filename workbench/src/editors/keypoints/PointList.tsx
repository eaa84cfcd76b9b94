import { pointWithin } from "@assay/domain/geometry/box-edits.ts";
import type { Keypoint, KeypointObject } from "@assay/domain/types/keypoint/schema.ts";
import { strings } from "#strings/editors/keypoints.ts";
import { boundsOf } from "../../canvas/shape.ts";
import { readPoint } from "../../canvas/tools/points-tool.ts";
import { Button } from "../../design/Button.tsx";
import { Checkbox } from "../../design/Checkbox.tsx";
import { StepInput, tenths } from "../objects/StepInput.tsx";
import type { ObjectSession } from "../objects/session.ts";
import styles from "./KeypointEditor.module.css";

interface PointListProps {
  readonly session: ObjectSession<KeypointObject>;
  readonly objectKey: string;
  readonly object: KeypointObject;
  readonly names: readonly string[];
}

/** The points of an object in one line each: where they are and whether they are hidden, without a pointer. */
export function PointList({ session, objectKey, object, names }: PointListProps) {
  const { isReadOnly, image } = session;
  const change = (name: string, point: Keypoint | undefined, done: string) => {
    const { [name]: _before, ...rest } = object.points;
    const points = point === undefined ? rest : { ...object.points, [name]: point };
    session.apply(strings.changed(readPoint(name), done), [
      [objectKey, { object: { ...object, points }, isSuggestion: false }],
    ]);
  };
  const { x, y, width, height } = boundsOf(session.kind.shapeOf(object));
  const middle = pointWithin([Math.round(x + width / 2), Math.round(y + height / 2)], image);
  const isLast = Object.keys(object.points).length === 1;
  return (
    <div className={styles.points}>
      <p className={styles.titles} aria-hidden="true">
        <span />
        <span>{strings.axes.x}</span>
        <span>{strings.axes.y}</span>
        <span>{strings.hidden}</span>
      </p>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets lists without bullets */}
      <ul role="list" aria-label={strings.points}>
        {[...new Set([...names, ...Object.keys(object.points)])].map((name) => (
          <Point
            key={name}
            {...{ name, isReadOnly, isLast }}
            point={object.points[name]}
            onPlace={() => change(name, [...middle, 2], strings.done.placed)}
            onMove={(to, visibility) =>
              change(name, [...pointWithin(to, image), visibility], strings.done.moved)
            }
            onHide={(point, isHidden) =>
              change(
                name,
                [point[0], point[1], isHidden ? 1 : 2],
                strings.done[isHidden ? "hidden" : "visible"],
              )
            }
            onRemove={() => change(name, undefined, strings.done.removed)}
          />
        ))}
      </ul>
    </div>
  );
}

interface PointProps {
  readonly name: string;
  readonly point: Keypoint | undefined;
  readonly isReadOnly: boolean;
  /** An object keeps its last point. */
  readonly isLast: boolean;
  readonly onPlace: () => void;
  readonly onMove: (to: readonly [number, number], visibility: Keypoint[2]) => void;
  readonly onHide: (point: Keypoint, isHidden: boolean) => void;
  readonly onRemove: () => void;
}

function Point({ name, point, isReadOnly, isLast, onPlace, onMove, onHide, onRemove }: PointProps) {
  const read = readPoint(name);
  if (point === undefined || point[2] === 0) {
    return (
      <li className={styles.point} data-open>
        <span className={styles.name}>{read}</span>
        <Button look="quiet" aria-label={strings.put(read)} isDisabled={isReadOnly} onPress={onPlace}>
          {strings.putSign}
        </Button>
      </li>
    );
  }
  const [x, y, visibility] = point;
  return (
    <li className={styles.point}>
      <span className={styles.name}>{read}</span>
      <StepInput
        isLabelHidden
        label={strings.x(read)}
        value={tenths(x)}
        isDisabled={isReadOnly}
        onChange={(to) => onMove([to, y], visibility)}
      />
      <StepInput
        isLabelHidden
        label={strings.y(read)}
        value={tenths(y)}
        isDisabled={isReadOnly}
        onChange={(to) => onMove([x, to], visibility)}
      />
      <Checkbox
        aria-label={strings.hide(read)}
        isSelected={visibility === 1}
        isDisabled={isReadOnly}
        onChange={(isHidden) => onHide(point, isHidden)}
      />
      <Button
        look="quiet"
        aria-label={strings.remove(read)}
        isDisabled={isReadOnly || isLast}
        onPress={onRemove}
      >
        {strings.removeSign}
      </Button>
    </li>
  );
}

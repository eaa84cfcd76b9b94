import type { PolygonObject } from "@assay/domain/types/polygon/schema.ts";
import { strings } from "#strings/editors/polygons.ts";
import { keyName } from "../../actions/key-name.ts";
import { useActions } from "../../actions/use-actions.ts";
import { boundsOf } from "../../canvas/shape.ts";
import { outlineTool } from "../../canvas/tools/outline-tool.ts";
import { selectTool } from "../../canvas/tools/select-tool.ts";
import { Button } from "../../design/Button.tsx";
import type { EditorProps } from "../editor.ts";
import { nudge, selected } from "../objects/changes.ts";
import styles from "../objects/ObjectEditor.module.css";
import { ObjectEditor, type ObjectEditorSetup } from "../objects/ObjectEditor.tsx";
import { StepInput } from "../objects/StepInput.tsx";
import type { ObjectSession } from "../objects/session.ts";

/** Edits labeled polygons. */
export function PolygonEditor(props: EditorProps) {
  return <ObjectEditor {...props} setup={SETUP} />;
}

const SETUP: ObjectEditorSetup<PolygonObject> = {
  kind: {
    noun: strings.noun,
    isMovable: true,
    shapeOf: ({ points, holes = [] }) => ({ kind: "outline", rings: [points, ...holes] }),
    objectOf(shape, label) {
      if (shape.kind !== "outline") throw new TypeError("a polygon has the shape of an outline");
      const [points = [], ...holes] = shape.rings.map((ring) => [...ring]);
      return holes.length === 0 ? { label, points } : { label, points, holes };
    },
  },
  tools: (session) => [selectTool(session, session.view), outlineTool(session)],
  describe: ({ points, holes = [] }) => strings.size(points.length, holes.length),
  panel: (session) => <PolygonPanel session={session} />,
};

function PolygonPanel({ session }: { readonly session: ObjectSession<PolygonObject> }) {
  const { isReadOnly } = session;
  const [only, ...others] = selected(session);
  const isOne = only !== undefined && others.length === 0;
  const hole = isOne ? holeAround(session, only[0]) : undefined;
  useActions(
    isReadOnly || hole === undefined
      ? []
      : [
          {
            id: "image.hole",
            title: strings.cut,
            keys: ["O"],
            run: () => cut(session),
          },
        ],
  );
  if (!isOne) return null;
  const { x, y } = boundsOf(session.kind.shapeOf(only[1].object));
  return (
    <>
      <div className={styles.numbers}>
        <StepInput
          label={strings.left}
          value={x}
          unit="px"
          isDisabled={isReadOnly}
          onChange={(to) => nudge(session, [to - x, 0])}
        />
        <StepInput
          label={strings.top}
          value={y}
          unit="px"
          isDisabled={isReadOnly}
          onChange={(to) => nudge(session, [0, to - y])}
        />
      </div>
      {hole !== undefined && !isReadOnly && (
        <div>
          <Button onPress={() => cut(session)}>
            {strings.cut} <kbd>{keyName("O")}</kbd>
          </Button>
        </div>
      )}
    </>
  );
}

/** The smallest polygon that contains the first corner of the given one. */
function holeAround(session: ObjectSession<PolygonObject>, key: string): string | undefined {
  const [corner] = session.objects.get(key)?.object.points ?? [];
  return corner === undefined ? undefined : session.at(corner, 0).find((other) => other !== key);
}

/** Turns the selected polygon into a hole of the polygon around it. */
function cut(session: ObjectSession<PolygonObject>): void {
  const [[key, inner] = []] = selected(session);
  const around = key === undefined ? undefined : holeAround(session, key);
  const outer = around === undefined ? undefined : session.objects.get(around);
  if (key === undefined || inner === undefined || around === undefined || outer === undefined) return;
  const holes = [...(outer.object.holes ?? []), inner.object.points];
  session.apply(strings.holeCut, [
    [around, { object: { ...outer.object, holes }, isSuggestion: false }],
    [key, undefined],
  ]);
  session.select([around]);
}

import type { Runs } from "@assay/domain/run-length.ts";
import type { PolygonObject } from "@assay/domain/types/polygon/schema.ts";
import { useEffect, useState } from "react";
import { strings } from "#strings/editors/polygons.ts";
import { keyName } from "../../actions/key-name.ts";
import { keyOf } from "../../actions/own-keys.ts";
import { grabTool } from "../../canvas/tools/grab-tool.ts";
import { outlineTool } from "../../canvas/tools/outline-tool.ts";
import { selectTool } from "../../canvas/tools/select-tool.ts";
import { splitTool } from "../../canvas/tools/split-tool.ts";
import { WAND, type WandTool, wandTool } from "../../canvas/tools/wand-tool.ts";
import { wireTool } from "../../canvas/tools/wire-tool.ts";
import { Button } from "../../design/Button.tsx";
import type { EditorProps } from "../editor.ts";
import styles from "../objects/Controls.module.css";
import { selected } from "../objects/changes.ts";
import { ObjectEditor, type ObjectEditorSetup } from "../objects/ObjectEditor.tsx";
import type { ObjectSession } from "../objects/session.ts";
import { WandPanel } from "../objects/WandPanel.tsx";
import { outlineFaultIn, polygonActions, splitAlong } from "./areas.ts";
import { addRegions } from "./regions.ts";
import { polygonShape } from "./shape.ts";

/** Edits labeled polygons. */
export function PolygonEditor(props: EditorProps) {
  const [setup] = useState(setupPolygons);
  return <ObjectEditor {...props} setup={setup} />;
}

const KIND: ObjectEditorSetup<PolygonObject>["kind"] = {
  noun: strings.noun,
  isMovable: true,
  shapeOf: polygonShape,
  objectOf(shape, label) {
    if (shape.kind !== "outline") throw new TypeError("a polygon has the shape of an outline");
    const [points = [], ...holes] = shape.rings.map((ring) => [...ring]);
    return holes.length === 0 ? { label, points } : { label, points, holes };
  },
};

function setupPolygons(): ObjectEditorSetup<PolygonObject> {
  const settings = { ...WAND };
  let wand: WandTool | undefined;
  return {
    kind: KIND,
    tools(session) {
      const taking = { assistant: session.assistant, keep: (runs: Runs) => addRegions(session, runs) };
      wand = wandTool(session, { ...taking, settings });
      return [
        selectTool(session, session.view),
        outlineTool(session),
        wireTool(session, session.assistant, (ring) => session.add({ kind: "outline", rings: [ring] })),
        wand,
        grabTool(session, taking),
        splitTool(session, (line) => splitAlong(session, line)),
      ];
    },
    describe: ({ points, holes = [] }) => strings.size(points.length, holes.length),
    actions: polygonActions,
    toolPanel: (session) => <WandPanel session={session} settings={settings} wand={wand} />,
    panel: (session) => <PolygonPanel session={session} />,
  };
}

function PolygonPanel({ session }: { readonly session: ObjectSession<PolygonObject> }) {
  const { isReadOnly } = session;
  const [only] = selected(session);
  const actions = polygonActions(session);
  useEffect(() => session.document.onFinish(() => outlineFaultIn(session)), [session]);
  if (only === undefined) return null;
  const offered = isReadOnly ? [] : actions.filter(({ isEnabled }) => isEnabled?.() !== false);
  return (
    <>
      {offered.length > 0 && (
        <div className={styles.choices}>
          {offered.map(({ id, title, keys: [key = ""], run }) => (
            <Button key={id} onPress={run}>
              {title} <kbd>{keyName(keyOf(id, key))}</kbd>
            </Button>
          ))}
        </div>
      )}
    </>
  );
}

import type { DetectedObject } from "@assay/domain/types/object-detection/schema.ts";
import { strings } from "#strings/editors/boxes.ts";
import { boxTool, rotatedBoxTool } from "../../canvas/tools/box-tool.ts";
import { selectTool } from "../../canvas/tools/select-tool.ts";
import type { EditorProps } from "../editor.ts";
import { ObjectEditor, type ObjectEditorSetup } from "../objects/ObjectEditor.tsx";
import { sayAttributes } from "../objects/say-attributes.ts";
import { BoxPanel } from "./BoxPanel.tsx";
import { boxShape } from "./shape.ts";

/** Edits labeled boxes. */
export function BoxEditor(props: EditorProps) {
  return <ObjectEditor {...props} setup={setupFor(props)} />;
}

function setupFor({ project }: EditorProps): ObjectEditorSetup<DetectedObject> {
  return {
    kind: {
      noun: strings.noun,
      isMovable: true,
      shapeOf: boxShape,
      detailOf: ({ attributes }) => sayAttributes(attributes),
      objectOf(shape, label, before) {
        if (shape.kind !== "box") throw new TypeError("a box has the shape of a box");
        const { rotation = 0, x, y, width, height } = shape.box;
        const upright = { x, y, width, height };
        return { ...before, label, bbox: rotation % 360 === 0 ? upright : { ...upright, rotation } };
      },
    },
    tools: (session) => [selectTool(session, session.view), boxTool(session), rotatedBoxTool(session)],
    describe: ({ bbox }) => `${Math.round(bbox.width)} × ${Math.round(bbox.height)}`,
    panel: (session) => <BoxPanel session={session} labels={project.labels} />,
  };
}

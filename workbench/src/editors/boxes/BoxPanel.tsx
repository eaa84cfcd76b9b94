import { boxWithin } from "@assay/domain/geometry/box-edits.ts";
import type { DetectedObject } from "@assay/domain/types/object-detection/schema.ts";
import { lazy, Suspense, useEffect, useState } from "react";
import { strings } from "#strings/editors/boxes.ts";
import { keyName } from "../../actions/key-name.ts";
import { keyOf } from "../../actions/own-keys.ts";
import { useActions } from "../../actions/use-actions.ts";
import { toImage } from "../../canvas/view.ts";
import { Button } from "../../design/Button.tsx";
import type { Guidelines } from "../editor.ts";
import styles from "../objects/Controls.module.css";
import { selected } from "../objects/changes.ts";
import { StepInput, tenths } from "../objects/StepInput.tsx";
import type { ObjectSession } from "../objects/session.ts";
import { snapActions } from "../objects/snap.ts";

/** Few labels have attributes, and their inputs are half as large as the editor. */
const load = () => import("./Attributes.tsx");
const Attributes = lazy(async () => ({ default: (await load()).Attributes }));

interface BoxPanelProps {
  readonly session: ObjectSession<DetectedObject>;
  readonly labels: Guidelines["labels"];
}

const SIDES = [
  ["x", "X"],
  ["y", "Y"],
  ["width", strings.width],
  ["height", strings.height],
] as const;

/** Position, size and attributes of the selected box, and a button that adds a box without a pointer. */
export function BoxPanel({ session, labels }: BoxPanelProps) {
  const { isReadOnly } = session;
  const [only, ...others] = selected(session);
  const [isOpen, setOpen] = useState(false);
  const label = labels.find(({ name }) => name === only?.[1].object.label);
  const hasAttributes = labels.some(({ attributes }) => attributes.length > 0);
  useEffect(() => {
    if (hasAttributes) load().catch(() => undefined); // while there is a connection
  }, [hasAttributes]);
  useActions(
    isReadOnly
      ? []
      : [
          {
            group: "drawing",
            id: "image.add-box",
            title: strings.add,
            keys: ["Shift+B"],
            run: () => addBox(session),
          },
        ],
  );
  return (
    <>
      {only !== undefined && others.length === 0 && label !== undefined && label.attributes.length > 0 && (
        <Suspense>
          <Attributes
            key={only[0]}
            of={only[0]}
            definitions={label.attributes}
            values={only[1].object.attributes ?? {}}
            isReadOnly={isReadOnly}
            onChange={(name, attributes) => {
              const { attributes: _before, ...rest } = only[1].object;
              const object = Object.keys(attributes).length === 0 ? rest : { ...rest, attributes };
              session.apply(strings.attributeChanged(name), [[only[0], { object, isSuggestion: false }]]);
            }}
          />
        </Suspense>
      )}
      {only !== undefined && others.length === 0 && (
        <Numbers {...{ session, of: only, isOpen }} onToggle={setOpen} />
      )}
      {!isReadOnly && (
        <div className={styles.choices}>
          <Button onPress={() => addBox(session)}>
            {strings.add} <kbd>{keyName(keyOf("image.add-box", "Shift+B"))}</kbd>
          </Button>
          {snapActions(session)
            .filter(({ isEnabled }) => isEnabled?.() !== false)
            .map(({ id, keys: [key = ""], run }) => (
              <Button key={id} onPress={run}>
                {strings.snap} <kbd>{keyName(keyOf(id, key))}</kbd>
              </Button>
            ))}
        </div>
      )}
    </>
  );
}

interface NumbersProps {
  readonly session: ObjectSession<DetectedObject>;
  readonly of: ReturnType<typeof selected<DetectedObject>>[number];
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
}

/** Position and size, folded until they are asked for, so that the questions and the list have the room. */
function Numbers({ session, of: [key, { object }], isOpen, onToggle }: NumbersProps) {
  const { bbox } = object;
  const change = (name: string, value: number) => {
    const box = boxWithin({ ...bbox, [name]: value }, session.image);
    session.replace(new Map([[key, { kind: "box", box }]]), strings.sideChanged(name, value));
  };
  const turn = (value: number) => {
    const box = { ...bbox, rotation: ((((value + 180) % 360) + 360) % 360) - 180 };
    session.replace(new Map([[key, { kind: "box", box }]]), strings.rotated(value));
  };
  return (
    <details
      className={styles.folded}
      open={isOpen}
      onToggle={({ currentTarget }) => onToggle(currentTarget.open)}
    >
      <summary>{strings.place}</summary>
      <div className={styles.numbers}>
        {SIDES.map(([name, title]) => (
          <StepInput
            key={name}
            label={title}
            value={tenths(bbox[name])}
            isDisabled={session.isReadOnly}
            onChange={(value) => change(name, value)}
          />
        ))}
        <StepInput
          label={strings.angle}
          value={tenths(bbox.rotation ?? 0)}
          unit="°"
          isDisabled={session.isReadOnly}
          onChange={turn}
        />
      </div>
    </details>
  );
}

/** Adds a box in the middle of the view, a quarter as wide and high. */
function addBox(session: ObjectSession<DetectedObject>): void {
  const { surface, image } = session;
  if (surface === undefined) return;
  const { view, page } = surface;
  const [x, y] = toImage(view, [page.width * 0.375, page.height * 0.375]);
  const size = { width: page.width / 4 / view.scale, height: page.height / 4 / view.scale };
  session.add({ kind: "box", box: boxWithin({ x, y, ...size }, image) });
}

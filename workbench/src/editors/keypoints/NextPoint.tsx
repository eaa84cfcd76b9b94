import type { KeypointObject } from "@assay/domain/types/keypoint/schema.ts";
import { strings } from "#strings/editors/keypoints.ts";
import { inGroup } from "../../actions/action.ts";
import { keyName } from "../../actions/key-name.ts";
import { keyOf } from "../../actions/own-keys.ts";
import { pointerChoices } from "../../actions/pointer-choices.ts";
import { useActions } from "../../actions/use-actions.ts";
import { type PointsTool, readPoint } from "../../canvas/tools/points-tool.ts";
import { Button } from "../../design/Button.tsx";
import { Checkbox } from "../../design/Checkbox.tsx";
import controls from "../objects/Controls.module.css";
import { Discard, StepBack } from "../objects/FinishBar.tsx";
import type { ObjectSession } from "../objects/session.ts";
import styles from "./KeypointEditor.module.css";

interface NextPointProps {
  readonly session: ObjectSession<KeypointObject>;
  readonly tool: PointsTool;
}

/** The point that comes next, and what can be done about it. */
export function NextPoint({ session, tool }: NextPointProps) {
  const points = tool.progress();
  const skip = { id: "image.skip-point", title: strings.leaveOut, keys: ["."], run: () => void tool.skip() };
  useActions(inGroup("drawing", [skip]));
  return (
    <section className={controls.controls} aria-label={strings.drawn}>
      <p className={styles.head}>{nextPoint(tool)}</p>
      <Checkbox isSelected={tool.isHidden()} onChange={tool.hide}>
        {strings.willBeHidden} <kbd>{keyName(pointerChoices().add)}</kbd>
      </Checkbox>
      <div className={controls.pairs}>
        {points.length > 0 && (
          <Button onPress={skip.run}>
            {strings.leaveOut} <kbd>{keyName(keyOf(skip.id, "."))}</kbd>
          </Button>
        )}
        {tool.isBusy() && (
          <>
            <Button onPress={() => void tool.finish?.()}>
              {strings.finish} <kbd>{keyName(keyOf("image.finish", "Enter"))}</kbd>
            </Button>
            <StepBack session={session} />
            <Discard session={session} />
          </>
        )}
      </div>
    </section>
  );
}

/** How far the object is that is drawn. */
export function Progress({ tool }: Pick<NextPointProps, "tool">) {
  const points = tool.progress();
  return tool.isBusy() && points.length > 0 && <PointStates points={points} />;
}

interface PlacedProps {
  readonly object: KeypointObject;
  readonly names: readonly string[];
}

/** The points of an object that cannot be changed, by their names. */
export function Placed({ object: { points }, names }: PlacedProps) {
  const all = [...new Set([...names, ...Object.keys(points)])];
  const states = ["leftOut", "hidden", "placed"] as const;
  const stateOf = (name: string) => states[points[name]?.[2] ?? 0] ?? "leftOut";
  return <PointStates points={all.map((name) => ({ name, state: stateOf(name) }))} />;
}

function PointStates({ points }: { readonly points: ReturnType<PointsTool["progress"]> }) {
  return (
    <ol className={styles.progress} aria-label={strings.points}>
      {points.map(({ name, state }) => (
        <li
          key={name}
          data-state={state}
          aria-label={strings.stateOf(readPoint(name), strings.states[state])}
          {...(state === "next" && { "aria-current": "step" })}
        >
          {readPoint(name)}
        </li>
      ))}
    </ol>
  );
}

/** "Point 5 of 17" with the name of the point. */
export function nextPoint(tool: PointsTool) {
  const all = tool.progress().length;
  if (all === 0) return strings.place(tool.place());
  return (
    <>
      {strings.placeOf(tool.place(), all)} <strong>{readPoint(tool.next())}</strong>
    </>
  );
}

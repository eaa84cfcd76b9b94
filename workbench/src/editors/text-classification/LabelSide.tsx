import { use } from "react";
import { strings } from "#strings/editors/labels.ts";
import { keyName } from "../../actions/key-name.ts";
import { keyOf } from "../../actions/own-keys.ts";
import { useActions } from "../../actions/use-actions.ts";
import { Button } from "../../design/Button.tsx";
import { Checkbox } from "../../design/Checkbox.tsx";
import { LabelChip } from "../../design/LabelChip.tsx";
import type { EditorProps } from "../editor.ts";
import { change, useEntries } from "../entries.ts";
import { LabelBar } from "../labels/LabelBar.tsx";
import { type PickableLabel, pickableLabels } from "../labels/pickable.ts";
import { canonicalName } from "../names.ts";
import { type Stream, StreamContext } from "../stream.ts";
import { GIVEN, givenLabels } from "./answer.ts";
import styles from "./LabelSide.module.css";

const ADVANCE_KEY = "Alt+N";
const GRID_KEY = "Alt+G";

/** The labels to choose from, one or several, and how a stream of items goes on. */
export function LabelSide({ project, document, isReadOnly }: EditorProps) {
  const given = givenLabels(useEntries(document));
  const stream = use(StreamContext);
  const takesMany = canonicalName(project.annotation_type) === "multilabel_classification";
  const advances = stream?.advances ?? false;
  const pick = (name: string) => {
    // one label is chosen again to agree with a suggestion, a reopened answer or another person
    const isRemoved = takesMany && !advances && given.includes(name);
    const others = takesMany ? [] : given.filter((other) => other !== name);
    change(document, isRemoved ? strings.removed(name) : strings.given(name), [
      ...others.map((other) => [GIVEN + other, undefined] as const),
      [GIVEN + name, isRemoved ? undefined : true],
    ]);
    if (advances) stream?.next();
  };
  const labels = pickableLabels(project, given);
  if (isReadOnly) {
    return (
      given.length > 0 && (
        <>
          <h2>{takesMany ? strings.labels : strings.label}</h2>
          <Given labels={labels} given={given} />
        </>
      )
    );
  }
  return (
    <>
      <h2>{takesMany ? strings.chooseMany : strings.chooseOne}</h2>
      <LabelBar
        labels={labels}
        chosen={new Set(given)}
        onPick={pick}
        purpose={strings.labels}
        project={project}
        isReadOnly={false}
        isTall
      />
      {stream !== null && <StreamControls {...stream} />}
    </>
  );
}

/** The labels of an answer that is only shown. Of one that is retired, no color is known. */
function Given({
  labels,
  given,
}: {
  readonly labels: readonly PickableLabel[];
  readonly given: readonly string[];
}) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari forgets lists without bullets
    <ul role="list" className={styles.given} aria-label={strings.labels}>
      {given.map((name) => {
        const { path = [], color = null } = labels.find((label) => label.name === name) ?? {};
        return (
          <li key={name}>
            <LabelChip name={[...path, name].join(" › ")} color={color} />
          </li>
        );
      })}
    </ul>
  );
}

function StreamControls({ advances, setAdvances, back, last, skipped, backKey, toGrid }: Stream) {
  const grid = { id: "stream.grid", title: strings.grid, keys: [GRID_KEY] };
  useActions([
    ...(toGrid === null ? [] : [{ ...grid, run: toGrid }]),
    {
      id: "stream.advance",
      title: strings.advance,
      keys: [ADVANCE_KEY],
      run: () => setAdvances(!advances),
    },
  ]);
  return (
    <div className={styles.stream}>
      <Checkbox isSelected={advances} onChange={setAdvances}>
        {strings.advance} <kbd>{keyName(keyOf("stream.advance", ADVANCE_KEY))}</kbd>
      </Checkbox>
      {toGrid !== null && (
        <Button onPress={toGrid}>
          {strings.grid} <kbd>{keyName(keyOf(grid.id, GRID_KEY))}</kbd>
        </Button>
      )}
      {/* before there is a last answer too, so that the labels keep their places */}
      <Button isDisabled={last === undefined} onPress={back}>
        {strings.back(last)} <kbd>{keyName(backKey)}</kbd>
      </Button>
      <p role="status">{skipped !== null && strings.skipped(skipped)}</p>
    </div>
  );
}

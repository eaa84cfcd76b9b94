import { useState } from "react";
import { strings } from "#strings/canvas.ts";
import { inGroup } from "../../actions/action.ts";
import { keyName } from "../../actions/key-name.ts";
import { keyOf } from "../../actions/own-keys.ts";
import { useActions } from "../../actions/use-actions.ts";
import type { WandSettings, WandTool } from "../../canvas/tools/wand-tool.ts";
import styles from "./Controls.module.css";
import type { LabeledObject } from "./entry.ts";
import { SizeKeys } from "./SizeKeys.tsx";
import type { ObjectSession } from "./session.ts";

interface WandPanelProps<O extends LabeledObject> {
  readonly session: ObjectSession<O>;
  readonly settings: WandSettings;
  readonly wand: WandTool | undefined;
}

/** The settings of the magic wand; only while it is the tool. */
export function WandPanel<O extends LabeledObject>(props: WandPanelProps<O>) {
  const { session, settings, wand } = props;
  const [, setTurn] = useState(0);
  const isTool = session.tool === wand;
  const isEnabled = () => session.tool === wand;
  const turn = (steps: number) => {
    wand?.wheel?.(steps);
    setTurn((before) => before + 1);
  };
  const toggle = () => {
    settings.isContiguous = !settings.isContiguous;
    wand?.again();
    setTurn((before) => before + 1);
  };
  useActions(
    inGroup("drawing", [
      { id: "image.less-tolerance", title: strings.wand.less, keys: [","], isEnabled, run: () => turn(-1) },
      { id: "image.more-tolerance", title: strings.wand.more, keys: ["."], isEnabled, run: () => turn(1) },
      { id: "image.everywhere", title: strings.wand.toggle, keys: ["Shift+U"], isEnabled, run: toggle },
    ]),
  );
  if (!isTool) return null;
  return (
    <div className={styles.controls}>
      <label className={styles.amount}>
        <span>
          {strings.wand.tolerance(settings.tolerance)}{" "}
          <SizeKeys of={["image.less-tolerance", "image.more-tolerance"]} />
        </span>
        <input
          type="range"
          aria-label={strings.wand.slider}
          min={0}
          max={255}
          value={settings.tolerance}
          onChange={({ target }) => {
            settings.tolerance = Number(target.value);
            wand?.again();
            setTurn((before) => before + 1);
          }}
        />
      </label>
      <label className={styles.choice}>
        <input type="checkbox" checked={!settings.isContiguous} onChange={toggle} />
        {strings.wand.everywhere}
        <kbd>{keyName(keyOf("image.everywhere", "Shift+U"))}</kbd>
      </label>
    </div>
  );
}

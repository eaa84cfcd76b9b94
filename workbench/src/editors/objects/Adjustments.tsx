import { useEffect, useRef, useState } from "react";
import { strings } from "#strings/editors/objects.ts";
import { keyName } from "../../actions/key-name.ts";
import { useActions } from "../../actions/use-actions.ts";
import { Button } from "../../design/Button.tsx";
import { IconButton } from "./IconButton.tsx";
import styles from "./ObjectEditor.module.css";

interface AdjustmentsProps {
  /** Called with the factors to show the image with; 1 means unchanged. */
  readonly onAdjust: (brightness: number, contrast: number) => void;
  readonly projectId: string;
}

const PLAIN = { brightness: 1, contrast: 1 };

/** Brightness and contrast of the image, kept per project in this browser. Drawn objects do not change. */
export function Adjustments({ onAdjust, projectId }: AdjustmentsProps) {
  const key = `assay-image-${projectId}`;
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState(() => {
    const kept = localStorage.getItem(key);
    return kept === null ? PLAIN : { ...PLAIN, ...JSON.parse(kept) };
  });
  useEffect(() => {
    onAdjust(chosen.brightness, chosen.contrast);
    localStorage.setItem(key, JSON.stringify(chosen));
  }, [onAdjust, chosen, key]);
  const isAdjusted = chosen.brightness !== 1 || chosen.contrast !== 1;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    const close = ({ target }: PointerEvent) => {
      if (target instanceof Node && !place.current?.contains(target)) setOpen(false);
    };
    document.addEventListener("pointerdown", close);
    return () => document.removeEventListener("pointerdown", close);
  }, [isOpen]);
  useActions([
    {
      ...{ id: "image.close-adjust", title: strings.adjustClose, keys: ["Escape"] },
      ...{ isEnabled: () => isOpen, run: () => setOpen(false) },
    },
    { id: "image.adjust", title: strings.adjust, keys: ["I"], run: () => setOpen(!isOpen) },
    {
      id: "image.reset-adjust",
      title: strings.adjustReset,
      keys: ["Shift+I"],
      run: () => setChosen(PLAIN),
    },
  ]);
  return (
    <div ref={place}>
      <IconButton
        icon="adjust"
        title={isAdjusted ? strings.adjusted : strings.adjust}
        hint={keyName("I")}
        isPressed={isOpen || isAdjusted}
        onPress={() => setOpen(!isOpen)}
      />
      {isOpen && (
        <section className={styles.adjust} aria-label={strings.adjust}>
          {(["brightness", "contrast"] as const).map((name) => (
            <label key={name} className={styles.slider}>
              <span>{strings[name]}</span>
              <input
                type="range"
                min="0.2"
                max="3"
                step="0.05"
                value={chosen[name]}
                onChange={({ target }) => setChosen({ ...chosen, [name]: Number(target.value) })}
              />
              <output>{strings.percent(Math.round(chosen[name] * 100))}</output>
            </label>
          ))}
          <Button onPress={() => setChosen(PLAIN)}>{strings.reset}</Button>
        </section>
      )}
    </div>
  );
}

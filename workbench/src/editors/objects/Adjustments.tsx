import { useEffect, useRef, useState } from "react";
import { strings } from "#strings/editors/objects.ts";
import { type Action, inGroup } from "../../actions/action.ts";
import { keyName } from "../../actions/key-name.ts";
import { keyOf } from "../../actions/own-keys.ts";
import { useActions } from "../../actions/use-actions.ts";
import { Button } from "../../design/Button.tsx";
import { IconButton } from "../../design/IconButton.tsx";
import controls from "./Controls.module.css";
import { type Look, PLAIN_LOOK } from "./session-state.ts";
import styles from "./Toolbar.module.css";

interface AdjustmentsProps {
  readonly onChange: (look: Look) => void;
  readonly projectId: string;
  /** The usual opacity of drawn objects, 0 to 1; without it there are no objects, and only the image is adjusted. */
  readonly opacity?: number;
  /** The key that opens them. */
  readonly usualKey?: string;
}

/** The opacity changes by this much with each key press. */
const OPACITY_STEP = 0.1;

/** How the image and the objects on it are shown, kept per project in this browser. Changes no answer. */
export function Adjustments({ onChange, projectId, opacity, usualKey = "I" }: AdjustmentsProps) {
  const key = `assay-image-${projectId}`;
  const [isOpen, setOpen] = useState(false);
  const [look, setLook] = useState<Look>(() => {
    const kept = localStorage.getItem(key);
    return kept === null ? PLAIN_LOOK : { ...PLAIN_LOOK, ...JSON.parse(kept) };
  });
  useEffect(() => {
    onChange(look);
    localStorage.setItem(key, JSON.stringify(look));
  }, [onChange, look, key]);
  const isAdjusted = look.brightness !== 1 || look.contrast !== 1;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    const close = ({ target }: PointerEvent) => {
      if (target instanceof Node && !place.current?.contains(target)) setOpen(false);
    };
    // before the text that one types, which Escape would leave
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.isComposing) return;
      event.preventDefault();
      setOpen(false);
    };
    document.addEventListener("pointerdown", close);
    document.addEventListener("keydown", closeByKey, { capture: true });
    return () => {
      document.removeEventListener("pointerdown", close);
      document.removeEventListener("keydown", closeByKey, { capture: true });
    };
  }, [isOpen]);
  useActions(
    inGroup("view", [
      { id: "image.adjust", title: strings.adjust, keys: [usualKey], run: () => setOpen(!isOpen) },
      {
        id: "image.reset-adjust",
        title: strings.adjustReset,
        keys: ["Shift+I"],
        run: () => setLook({ ...look, brightness: 1, contrast: 1 }),
      },
      ...(opacity === undefined ? [] : lookActions(look, opacity, setLook)),
    ]),
  );
  return (
    <div ref={place} className={styles.place}>
      <IconButton
        icon="adjust"
        title={isAdjusted ? strings.adjusted : strings.adjust}
        hint={keyName(keyOf("image.adjust", usualKey))}
        isPressed={isOpen || isAdjusted}
        onPress={() => setOpen(!isOpen)}
      />
      {isOpen && (
        <section className={styles.adjust} aria-label={strings.adjust}>
          {(["brightness", "contrast"] as const).map((name) => (
            <LookSlider
              key={name}
              label={strings[name]}
              range={[0.2, 3]}
              value={look[name]}
              onChange={(value) => setLook({ ...look, [name]: value })}
            />
          ))}
          {opacity !== undefined && <ObjectLook look={look} opacity={opacity} onChange={setLook} />}
          <Button onPress={() => setLook(PLAIN_LOOK)}>{strings.reset}</Button>
        </section>
      )}
    </div>
  );
}

/** The actions that change how objects are shown. `opacity` is the usual one. */
function lookActions(look: Look, opacity: number, set: (look: Look) => void): readonly Action[] {
  const moreOpaque = (by: number) => () => {
    const next = Math.round(((look.opacity ?? opacity) + by) * 100) / 100;
    set({ ...look, opacity: Math.min(1, Math.max(0, next)) });
  };
  return [
    {
      ...{ id: "image.tags", title: strings.toggleTags, keys: ["Shift+T"] },
      run: () => set({ ...look, hasTags: !look.hasTags }),
    },
    {
      ...{ id: "image.crosshair", title: strings.toggleCrosshair, keys: ["Shift+X"] },
      run: () => set({ ...look, hasCrosshair: !look.hasCrosshair }),
    },
    { id: "image.more-opaque", title: strings.moreOpaque, keys: [], run: moreOpaque(OPACITY_STEP) },
    { id: "image.less-opaque", title: strings.lessOpaque, keys: [], run: moreOpaque(-OPACITY_STEP) },
  ];
}

interface ObjectLookProps {
  readonly look: Look;
  readonly opacity: number;
  readonly onChange: (look: Look) => void;
}

function ObjectLook({ look, opacity, onChange }: ObjectLookProps) {
  return (
    <>
      <LookSlider
        label={strings.opacity}
        range={[0, 1]}
        value={look.opacity ?? opacity}
        onChange={(value) => onChange({ ...look, opacity: value })}
      />
      {CHOICES.map(([name, title, id, key]) => (
        <label key={name} className={controls.choice}>
          <input
            type="checkbox"
            checked={look[name]}
            onChange={({ target }) => onChange({ ...look, [name]: target.checked })}
          />
          {title}
          <kbd>{keyName(keyOf(id, key))}</kbd>
        </label>
      ))}
    </>
  );
}

const CHOICES = [
  ["hasTags", strings.tags, "image.tags", "Shift+T"],
  ["hasCrosshair", strings.crosshair, "image.crosshair", "Shift+X"],
] as const;

interface LookSliderProps {
  readonly label: string;
  readonly range: readonly [min: number, max: number];
  readonly value: number;
  readonly onChange: (value: number) => void;
}

function LookSlider({ label, range: [min, max], value, onChange }: LookSliderProps) {
  return (
    <label className={controls.slider}>
      <span>{label}</span>
      <input
        type="range"
        {...{ min, max, value }}
        step={0.05}
        onChange={({ target }) => onChange(Number(target.value))}
      />
      <output>{strings.percent(Math.round(value * 100))}</output>
    </label>
  );
}

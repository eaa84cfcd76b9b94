import { useState } from "react";
import { strings } from "#strings/editors/rating.ts";
import type { Action } from "../../actions/action.ts";
import { useActions } from "../../actions/use-actions.ts";
import { NumberInput } from "../../design/NumberInput.tsx";
import { meaningOf, Radios } from "../../design/Radios.tsx";
import type { EditorProps } from "../editor.ts";
import { change, useEntries } from "../entries.ts";
import { Media } from "../media/Media.tsx";
import { Workspace } from "../Workspace.tsx";
import { RATING, ratingsIn, type ShownScale, scalesOf, valueForDigit, valuesOf } from "./answer.ts";
import styles from "./Rating.module.css";

const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0];

/** With more steps a number input replaces the scale. */
const LONG = 11;

/** The content beside the scales; digits rate the marked scale. */
export function Rating({ item, project, document, isReadOnly }: EditorProps) {
  const ratings = ratingsIn(useEntries(document));
  const scales = scalesOf(project);
  const [chosen, choose] = useState<number | null>(null);
  const firstOpen = scales.findIndex(({ name }) => ratings[name] === undefined);
  const at = chosen ?? Math.max(0, firstOpen);
  const rate = (place: number, value: number) => {
    const scale = scales[place];
    if (scale === undefined || isReadOnly) return;
    change(document, strings.rate(scale.name, value), [[RATING + scale.name, value]]);
  };
  useActions(
    scaleActions(scales, at, {
      go: (by) => choose((at + by + scales.length) % scales.length),
      rate: (value) => {
        rate(at, value);
        choose(Math.min(at + 1, scales.length - 1));
      },
    }),
  );
  return (
    <Workspace
      reading={item.text ?? ""}
      side={
        <div className={styles.scales} data-digits>
          {scales.map((scale, place) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: it follows the focus of what is in it
            <div
              key={scale.name}
              className={styles.scale}
              data-current={(place === at && !isReadOnly && scales.length > 1) || undefined}
              data-question={ratings[scale.name] === undefined ? "answer" : undefined}
              onFocus={() => choose(place)}
            >
              <ScaleInput
                {...{ scale, isReadOnly }}
                value={ratings[scale.name]}
                onChange={(value) => rate(place, value)}
              />
            </div>
          ))}
        </div>
      }
    >
      <Media item={item} hasResponses />
    </Workspace>
  );
}

interface ScaleInputProps {
  readonly scale: ShownScale;
  readonly value: number | undefined;
  readonly onChange: (value: number) => void;
  readonly isReadOnly: boolean;
}

function ScaleInput({ scale, value, onChange, isReadOnly }: ScaleInputProps) {
  const { name, min, max, step } = scale;
  const values = valuesOf(scale, LONG + 1);
  if (values.length > LONG) {
    return (
      <>
        <NumberInput
          label={strings.scale(name, min, max)}
          value={value ?? Number.NaN}
          onChange={(next) => !Number.isNaN(next) && onChange(next)}
          minValue={min}
          maxValue={max}
          step={step}
          isReadOnly={isReadOnly}
        />
        <p className={styles.meaning}>{meaningOf(scale, `${min}`, `${max}`)}</p>
      </>
    );
  }
  return (
    <Radios
      label={name}
      options={values.map((each) => ({ id: `${each}`, name: `${each}`, key: keyFor(scale, each) }))}
      value={value === undefined ? null : `${value}`}
      onChange={(next) => onChange(Number(next))}
      isReadOnly={isReadOnly}
      isScale
      ends={scale}
    />
  );
}

/** The digit that chooses a value, if it is another one than the value says. */
function keyFor(scale: ShownScale, value: number): string | null {
  const digit = DIGITS.find((each) => valueForDigit(scale, each) === value);
  return digit === undefined || digit === value ? null : `${digit}`;
}

interface Deeds {
  readonly go: (by: 1 | -1) => void;
  readonly rate: (value: number) => void;
}

function scaleActions(scales: readonly ShownScale[], at: number, { go, rate }: Deeds): readonly Action[] {
  const scale = scales[at];
  const digits = DIGITS.map((digit): Action[] => {
    const value = scale && valueForDigit(scale, digit);
    if (scale === undefined || value === undefined) return [];
    const keys = [`Digit${digit}`];
    return [{ id: `rating.${digit}`, title: strings.rate(scale.name, value), keys, run: () => rate(value) }];
  });
  return [
    { id: "rating.next", title: strings.next, keys: ["ArrowDown"], run: () => go(1) },
    { id: "rating.previous", title: strings.previous, keys: ["ArrowUp"], run: () => go(-1) },
    ...digits.flat(),
  ];
}

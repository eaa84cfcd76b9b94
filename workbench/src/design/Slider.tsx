import { Slider as AriaSlider, Label, SliderOutput, SliderThumb, SliderTrack } from "react-aria-components";
import styles from "./Slider.module.css";

interface SliderProps {
  readonly label: string;
  /** The names of the steps, from the start of the track. */
  readonly steps: readonly string[];
  /** The chosen step, from 0. */
  readonly value: number;
  readonly onChange: (step: number) => void;
}

/** A slider over a few named steps. */
export function Slider({ label, steps, value, onChange }: SliderProps) {
  return (
    <AriaSlider
      className={styles.slider ?? ""}
      minValue={0}
      maxValue={steps.length - 1}
      step={1}
      value={value}
      onChange={onChange}
    >
      <Label className={styles.label ?? ""}>{label}</Label>
      <SliderOutput className={styles.output ?? ""}>{steps[value]}</SliderOutput>
      <SliderTrack className={styles.track ?? ""}>
        <SliderThumb className={styles.thumb ?? ""} aria-valuetext={steps[value] ?? ""} />
      </SliderTrack>
    </AriaSlider>
  );
}

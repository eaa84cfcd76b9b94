import type { ReactNode } from "react";
import { Button } from "../../design/Button.tsx";

interface ToggleProps {
  readonly isOn: boolean;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

/** A button that turns a setting on and off. */
export function Toggle({ isOn, onPress, children }: ToggleProps) {
  return (
    <Button look={isOn ? "plain" : "quiet"} aria-pressed={isOn} onPress={onPress}>
      {children}
    </Button>
  );
}

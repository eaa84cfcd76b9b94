import { useState } from "react";
import { strings } from "#strings/canvas.ts";
import { Button } from "../design/Button.tsx";
import { TextInput } from "../design/TextInput.tsx";
import styles from "./AskBar.module.css";

/** The most characters of a question, as the service has it. */
const LONGEST = 1_000;

/** A field for what the project's model should look for. Enter asks. */
export function AskBar({ onAsk }: { readonly onAsk: (text: string) => void }) {
  const [text, change] = useState("");
  const ask = () => {
    if (text.trim() !== "") onAsk(text.trim());
  };
  return (
    <div className={styles.bar}>
      <TextInput
        label={strings.assist.text}
        value={text}
        maxLength={LONGEST}
        onChange={change}
        onKeyDown={(pressed) => {
          if (pressed.key === "Enter" && !pressed.ctrlKey && !pressed.metaKey) ask();
        }}
      />
      <Button isDisabled={text.trim() === ""} onPress={ask}>
        {strings.assist.ask}
      </Button>
    </div>
  );
}

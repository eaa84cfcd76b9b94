import { useState } from "react";
import { strings } from "#strings/design.ts";
import { Button } from "./Button.tsx";

interface CopyButtonProps {
  readonly text: string;
  readonly label?: string;
  readonly look?: "plain" | "quiet";
}

/** Copies a text, and says so until the text changes. */
export function CopyButton({ text, label = strings.copy, look = "plain" }: CopyButtonProps) {
  const [copied, setCopied] = useState<string>();
  const copy = () => void navigator.clipboard.writeText(text).then(() => setCopied(text));
  return (
    <Button look={look} onPress={copy}>
      {copied === text ? strings.copied : label}
    </Button>
  );
}

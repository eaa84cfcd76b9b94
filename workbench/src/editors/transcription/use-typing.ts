import { useRef } from "react";

/** Gives the focus back to the text after a press on what stands beside it, so that one types on. */
export function useTyping() {
  const text = useRef<HTMLTextAreaElement>(null);
  return {
    onPointerDownCapture: () => {
      const { activeElement } = document;
      text.current = activeElement instanceof HTMLTextAreaElement ? activeElement : null;
    },
    onPointerUp: () => text.current?.focus(),
  };
}

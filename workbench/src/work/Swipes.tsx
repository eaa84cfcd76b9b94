import { type ReactNode, useRef } from "react";
import styles from "./Swipes.module.css";

interface SwipesProps {
  readonly children: ReactNode;
  /** What a swipe does, by its direction; absent if nothing. */
  readonly onLeft?: (() => void) | undefined;
  readonly onRight?: (() => void) | undefined;
}

/** How far a finger must move, in CSS pixels, and how much farther along than across. */
const FAR = 96;
const STRAIGHT = 2;
const LONGEST_MS = 800;

/** What takes a finger itself. */
const ELSEWHERE = ":is([data-zoomed],button,input,a)";

/** A frame whose content one finger swipes to a side; an image that is zoomed in moves instead. */
export function Swipes({ children, onLeft, onRight }: SwipesProps) {
  const frame = useRef<HTMLDivElement>(null);
  const began = useRef<{ id: number; x: number; y: number; at: number }>(undefined);
  const isOffered = onLeft !== undefined || onRight !== undefined;
  const move = (x: number) => frame.current?.style.setProperty("--swiped", `${x}px`);
  const end = () => {
    began.current = undefined;
    move(0);
  };
  return (
    <div
      ref={frame}
      className={styles.frame}
      data-offered={isOffered || undefined}
      onPointerDown={({
        pointerType,
        pointerId: id,
        isPrimary,
        clientX: x,
        clientY: y,
        timeStamp: at,
        target,
      }) => {
        const isElsewhere = target instanceof Element && target.closest(ELSEWHERE);
        if (!isOffered || pointerType !== "touch" || !isPrimary || isElsewhere) return end();
        began.current = { id, x, y, at };
      }}
      onPointerMove={({ pointerId, clientX }) => {
        const { id, x } = began.current ?? {};
        if (id === pointerId && x !== undefined) move(clientX - x);
      }}
      onPointerUp={({ pointerId, clientX, clientY, timeStamp }) => {
        const start = began.current;
        if (start?.id !== pointerId) return;
        end();
        const [along, across] = [clientX - start.x, Math.abs(clientY - start.y)];
        const isSwipe =
          Math.abs(along) > Math.max(FAR, across * STRAIGHT) && timeStamp - start.at < LONGEST_MS;
        if (isSwipe) (along < 0 ? onLeft : onRight)?.();
      }}
      onPointerCancel={end}
    >
      {children}
    </div>
  );
}

import "./editor.tsx";

declare global {
  interface Window {
    /** Starts to record the time between frames. */
    startFrames: () => void;
    /** Stops; returns the times in ms. */
    stopFrames: () => readonly number[];
    /** Presses a key at the focused element; returns the ms until its effect is painted. */
    timeKey: (key: string, code: string) => Promise<number>;
  }
}

let frames: number[] = [];
let request = 0;

window.startFrames = () => {
  frames = [];
  let last: number | undefined;
  const next = (now: number) => {
    if (last !== undefined) frames.push(now - last);
    last = now;
    request = requestAnimationFrame(next);
  };
  request = requestAnimationFrame(next);
};

window.stopFrames = () => {
  cancelAnimationFrame(request);
  return frames;
};

window.timeKey = async (key, code) => {
  const began = performance.now();
  const pressed = new KeyboardEvent("keydown", { key, code, bubbles: true, cancelable: true });
  document.activeElement?.dispatchEvent(pressed);
  await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
  return performance.now() - began;
};

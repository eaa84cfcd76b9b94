import "./editor.tsx";

declare global {
  interface Window {
    /** Begins to record how long after the one before each frame came. */
    startFrames: () => void;
    /** Ends that; milliseconds. */
    stopFrames: () => readonly number[];
    /** Presses a key where the focus is; milliseconds until what it does is painted. */
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

import "./editor.tsx";

declare global {
  interface Window {
    /** Begins to record how long after the one before each frame came. */
    startFrames: () => void;
    /** Ends that; milliseconds. */
    stopFrames: () => readonly number[];
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

/** Paths in a 16 by 16 square, drawn with a stroke of 1.5. */
const PATHS = {
  select: "M3 2l4 11 2-4.5L13.5 7z",
  box: "M2.5 3.5h11v9h-11z",
  "rotated-box": "M8 1.5L14.5 8 8 14.5 1.5 8z",
  polygon: "M8 1.8l6 4.6-2.3 7.3H4.3L2 6.4z",
  split: "M8 1.5v13M6 4L2.500 5.500v5L6 12M10 4l3.500 1.500v5L10 12",
  "erase-outline": "M8 1.800l6 4.600-2.300 7.300H4.300L2 6.400zM6 8h4",
  bucket: "M7 2.500l5.500 5.500-5 5L2 7.500zM2 8h10.500M13.500 11c.8 1 .8 2 0 2s-.8-1 0-2",
  skeleton: "M8 2.500h.01M8 5v5M4 6.500h8M8 10l-3 4M8 10l3 4",
  keypoints: "M3.5 3.5h.01M12.5 4.5h.01M8 12.5h.01M3.5 3.5l4.5 9 4.5-8",
  brush: "M13.5 2.5l-6 7M7.5 9.5c-2-1-4 .5-4 2.5 0 1-.7 1.7-1.5 2 2 .7 6 .3 6-2.500 0-.9-.2-1.500-.5-2z",
  eraser: "M6 13.5L2 9.5l7-7 4.500 4.500-6.500 6.500zM5.500 6l4.500 4.500M6 13.500h8",
  assist: "M3 13l6-6M10.500 5.500L12 4M8 2v2.500M14 8h-2.500M12.500 12l-1.700-1.700M4 3.500l1.700 1.700",
  wand: "M2.500 13.500l7-7M9.500 6.500l1-1M12 1.500v3M13.500 3h-3M14 7v2M15 8h-2M7 2v2M8 3H6",
  grab: "M2 2.500h1.500M6 2.500h1.500M10 2.500h1.500M13.500 4v1.500M13.500 8v1.500M13.500 13.500H12M9.500 13.500H8M5.500 13.500H4M2 12v-1.500M2 8V6.500M5 9c0-3 2-4 3.500-3.500S11 8 10.500 9.500 5 11 5 9z",
  wire: "M3 13c-2-4 1-4 2-6S6 2.500 9 2.500s5 2.500 4.500 5S10 10 9.500 13M3 13h.01M9.500 13h.01M9 2.500h.01",
  case: "M1.500 12.500l3.500-9 3.500 9M2.800 9.500h4.400M14.500 7v5.500M14.500 9.800a2.200 2.700 0 11-4.400 0 2.200 2.700 0 014.400 0",
  "whole-word": "M1.500 4v8M14.500 4v8M4 6l2 5 2-5 2 5 2-5",
  fit: "M2.500 6v-3.500H6M10 2.500h3.500V6M13.500 10v3.500H10M6 13.500H2.500V10",
  adjust: "M8 2.500a5.500 5.500 0 100 11zM8 2.500a5.500 5.500 0 010 11",
  plus: "M8 3v10M3 8h10",
  minus: "M3 8h10",
  hide: "M1.500 8s2.500-4.500 6.500-4.500S14.500 8 14.500 8 12 12.500 8 12.500 1.500 8 1.500 8zM6.200 8a1.800 1.800 0 103.600 0 1.800 1.800 0 10-3.600 0z",
  lock: "M4 7.500h8v6H4zM5.500 7.500V5a2.500 2.500 0 015 0v2.500",
  copy: "M5.500 5.500h8v8h-8zM3 10.500h-.500v-8h8V3",
  delete: "M3 4.500h10M6.500 4.500v-2h3v2M4.500 4.500l.5 9h6l.5-9",
  accept: "M3 8.500l3.500 3.500L13 4.500",
  up: "M8 13V3M4 7l4-4 4 4",
  down: "M8 3v10M4 9l4 4 4-4",
  tie: "M3 6h10M3 10h10",
  untie: "M3 6h10M3 10h10M11 3L5 13",
  remove: "M4 4l8 8M12 4l-8 8",
  play: "M4.500 2.500v11l9-5.500z",
  pause: "M5 3v10M11 3v10",
  loop: "M4 6h7.500a2 2 0 012 2v.500M12 10H4.500a2 2 0 01-2-2v-.500M6 3.500L3.500 6 6 8.500M10 7.500l2.500 2.500-2.500 2.500",
  volume: "M2.500 6v4H5l3.500 3V3L5 6zM11 6c1 1.200 1 2.800 0 4M13 4c2 2.400 2 5.600 0 8",
  spectrogram: "M2.500 13.500v-4M5.500 13.500V5M8.500 13.500v-8M11.500 13.500v-11M14 13.500v-5",
  "zoom-in": "M10.500 10.500l3.500 3.500M2.500 7a4.500 4.500 0 109 0 4.500 4.500 0 10-9 0zM7 5v4M5 7h4",
  "zoom-out": "M10.500 10.500l3.500 3.500M2.500 7a4.500 4.500 0 109 0 4.500 4.500 0 10-9 0zM5 7h4",
  magnet:
    "M3.500 2.500v5.500a4.500 4.500 0 009 0V2.500h-3V8a1.500 1.500 0 01-3 0V2.500zM3.500 5.500h3M9.500 5.500h3",
} as const;

export type IconName = keyof typeof PATHS;

/** A decorative icon, hidden from screen readers. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}

/** The icon of a tool; a square if it has none. */
export function toolIcon(id: string): IconName {
  return isIcon(id) ? id : "box";
}

function isIcon(name: string): name is IconName {
  return name in PATHS;
}

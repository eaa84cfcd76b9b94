import type { Layout } from "./layout.ts";
import type { Look } from "./sound.ts";
import type { View } from "./view.ts";

/** A segment to draw; seconds. */
export interface ShownSegment {
  readonly key: string;
  readonly start: number;
  readonly end: number;
  readonly label: string;
  /** What is written in it; its lane tells the label. */
  readonly text: string;
  /** A CSS color. */
  readonly color: string;
  readonly isSelected: boolean;
}

/** A row of segments of one label. */
export interface Lane {
  readonly name: string;
  /** A CSS color. */
  readonly color: string;
}

/** The time in seconds that a comment is pinned to. */
export interface ShownComment {
  readonly number: number;
  readonly time: number;
}

/** A stretch that is being drawn; in one lane, or over the waveform. */
export interface Draft {
  readonly start: number;
  readonly end: number;
  readonly lane: string | null;
}

export interface Scene {
  readonly layout: Layout;
  readonly view: View;
  readonly duration: number;
  readonly look: Look | undefined;
  readonly whole: Look | undefined;
  readonly segments: readonly ShownSegment[];
  readonly lanes: readonly Lane[];
  readonly comments: readonly ShownComment[];
  readonly draft: Draft | null;
  /** The start of a segment that waits for its end. */
  readonly inAt: number | null;
}

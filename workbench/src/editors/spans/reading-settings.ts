import { useState } from "react";

/** How somebody reads and marks texts, kept in this browser from one text to the next. */
export interface ReadingSettings {
  /** Selected text grows to whole words. */
  readonly snaps: boolean;
  /** Lines are close together. */
  readonly isCompact: boolean;
  /** Find tells upper from lower case. */
  readonly isCaseSensitive: boolean;
  /** Find leaves out parts of words. */
  readonly isWhole: boolean;
}

const KEY = "assay-reading";
const USUAL: ReadingSettings = { snaps: true, isCompact: false, isCaseSensitive: false, isWhole: false };

/** The settings, and a function that changes and keeps some of them. */
export function useReadingSettings() {
  const [settings, setSettings] = useState<ReadingSettings>(kept);
  const change = (part: Partial<ReadingSettings>) => {
    const next = { ...settings, ...part };
    localStorage.setItem(KEY, JSON.stringify(next));
    setSettings(next);
  };
  return [settings, change] as const;
}

function kept(): ReadingSettings {
  const stored: Partial<ReadingSettings> = JSON.parse(localStorage.getItem(KEY) ?? "{}");
  return { ...USUAL, ...stored };
}

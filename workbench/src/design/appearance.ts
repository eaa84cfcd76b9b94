import { useSyncExternalStore } from "react";

/** The appearance that each person chooses for this browser. */
export interface Appearance {
  readonly theme: "light" | "dark" | "system";
  readonly density: "comfortable" | "compact";
}

const KEY = "assay-appearance";
const SYSTEM: Appearance = { theme: "system", density: "comfortable" };
const darkness = matchMedia("(prefers-color-scheme: dark)");

/** The chosen appearance, or the system's. */
export function readAppearance(): Appearance {
  const kept = localStorage.getItem(KEY);
  return kept === null ? SYSTEM : { ...SYSTEM, ...JSON.parse(kept) };
}

/** Saves a choice and applies it at once. */
export function chooseAppearance(appearance: Appearance): void {
  localStorage.setItem(KEY, JSON.stringify(appearance));
  showAppearance();
}

/** Applies the choice to the page, where the design tokens read it. */
export function showAppearance(): void {
  const { theme, density } = readAppearance();
  const isDark = theme === "system" ? darkness.matches : theme === "dark";
  document.documentElement.dataset.theme = isDark ? "dark" : "light";
  document.documentElement.dataset.density = density;
}

/** Whether rows are compact, also after another choice. */
export function useIsCompact(): boolean {
  return useSyncExternalStore(onDensity, () => document.documentElement.dataset.density === "compact");
}

function onDensity(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ["data-density"] });
  return () => observer.disconnect();
}

darkness.addEventListener("change", showAppearance);

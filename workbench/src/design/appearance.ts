/** What each person chooses for this browser. */
export interface Appearance {
  readonly theme: "light" | "dark" | "system";
  readonly density: "comfortable" | "compact";
}

const KEY = "assay-appearance";
const SYSTEM: Appearance = { theme: "system", density: "comfortable" };
const darkness = matchMedia("(prefers-color-scheme: dark)");

/** What was chosen, or what the system has. */
export function readAppearance(): Appearance {
  const kept = localStorage.getItem(KEY);
  return kept === null ? SYSTEM : { ...SYSTEM, ...JSON.parse(kept) };
}

/** Keeps a choice and shows it at once. */
export function chooseAppearance(appearance: Appearance): void {
  localStorage.setItem(KEY, JSON.stringify(appearance));
  showAppearance();
}

/** Puts the choice on the page, where the tokens read it. */
export function showAppearance(): void {
  const { theme, density } = readAppearance();
  const isDark = theme === "system" ? darkness.matches : theme === "dark";
  document.documentElement.dataset.theme = isDark ? "dark" : "light";
  document.documentElement.dataset.density = density;
}

darkness.addEventListener("change", showAppearance);

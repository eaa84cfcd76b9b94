import { createContext } from "react";

/** Whose answer is on the screen: one's own, another person's, which becomes one's own once it is changed, or those of several people at once. */
export type Looking = "own" | "other" | "several";

export const LookingContext = createContext<Looking>("own");

import { createContext } from "react";
import type { Pointed } from "../canvas/tools/assist-tool.ts";

/** Asks the project's model for the objects that a person points at, in the form of the type's results. */
export type Assist = (pointed: Pointed) => Promise<readonly unknown[]>;

/** How the open item's model is asked; null if the project has none. */
export const AssistContext = createContext<Assist | null>(null);

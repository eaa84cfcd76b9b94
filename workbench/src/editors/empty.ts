import { createContext } from "react";

/** The choice that makes an empty answer a decision, as an adjudicator needs it; null where an empty answer is submitted as it is. */
export const EmptyChoiceContext = createContext<string | null>(null);

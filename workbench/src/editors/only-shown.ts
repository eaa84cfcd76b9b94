import { createContext } from "react";

/** The text with which a shown one is compared, and whose it is. */
export interface OtherText {
  readonly name: string;
  readonly text: string;
}

/**
 * Set where nobody can change the answer in any moment: questions and answers are then text. `other` is the text that a shown one is compared
 * with; null if there is none.
 */
export const OnlyShownContext = createContext<{ readonly other: OtherText | null } | null>(null);

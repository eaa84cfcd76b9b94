import { createContext } from "react";

/**
 * Whether responses are shown formatted; passages are marked in the text as it was written. Null where nothing above the responses says how
 * passages are marked, so that each question says it.
 */
export const FormattedContext = createContext<boolean | null>(null);

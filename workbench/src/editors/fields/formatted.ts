import { createContext } from "react";

/** Whether responses are shown formatted; passages are marked in the text as it was written. */
export const FormattedContext = createContext(false);

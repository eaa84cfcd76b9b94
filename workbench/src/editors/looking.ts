import { createContext } from "react";

/** Whether the answer on the screen is another person's, which becomes one's own once it is changed. */
export const LookingContext = createContext(false);

import { createContext, type ReactNode } from "react";

/**
 * The project's questions, which an editor puts below its own controls; null if there are none, or if they have a column of their own beside
 * the editor.
 */
export const QuestionsContext = createContext<ReactNode>(null);

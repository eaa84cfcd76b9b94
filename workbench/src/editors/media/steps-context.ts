import { createContext, type ReactNode } from "react";
import type { Item } from "../editor.ts";

/** Shows the messages of a conversation with what an answer says of each; null if it says nothing of messages. */
export const StepsContext = createContext<((item: Item) => ReactNode) | null>(null);

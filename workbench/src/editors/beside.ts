import { createContext, type ReactNode } from "react";

/**
 * What a screen puts above an editor's own controls, such as the answers to choose from; null if nothing. On a narrow screen it follows the
 * item, before the controls.
 */
export const BesideContext = createContext<ReactNode>(null);

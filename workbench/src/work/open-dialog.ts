/** The open dialog of the work screen; null if none. */
export type OpenDialog = "skip" | "exclude" | "guidelines" | "palette" | "help" | "outbox" | "sign-in" | null;

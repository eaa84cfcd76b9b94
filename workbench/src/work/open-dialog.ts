/** The dialog that is open over the work; null where none is. */
export type OpenDialog = "skip" | "exclude" | "guidelines" | "palette" | "help" | "outbox" | "sign-in" | null;

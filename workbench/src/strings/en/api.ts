/** Faults of the connection and of the session. */
export const strings = {
  unreached: "Assay does not respond. Check your connection and try again.",
  signedOut: "You are signed out.",
  signInFailed: (status: number) => `Assay could not check your session (status ${status}). Try again soon.`,
};

/** Faults of the connection and of the session. */
export const strings = {
  unreached: "Assay does not respond. Check your connection and try again.",
  internal: (request: string | null) =>
    request === null
      ? "Assay failed to answer. Try again. If it fails again, tell the operator of this service."
      : `Assay failed to answer. Try again. If it fails again, give the operator of this service this id: ${request}`,
  signedOut: "You are signed out.",
  signInFailed: (status: number) => `Assay could not check your session (status ${status}). Try again soon.`,
};

/** An answer that is only shown. */
export const strings = {
  loading: "Loading the answer",
  failed: "The editor for this answer did not load.",
  retry: "Try again",
};

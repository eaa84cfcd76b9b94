import { ApiError } from "@assay/sdk/api-error.ts";
import { QueryClient } from "@tanstack/react-query";

const FRESH_MS = 10_000;
const RETRIES = 2;

/** Reads are trusted for ten seconds; what the API refused is not asked again, what did not arrive is. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      retry: (count, fault) => !(fault instanceof ApiError) && count < RETRIES,
    },
  },
});

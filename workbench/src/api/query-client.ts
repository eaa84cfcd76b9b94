import { ApiError } from "@assay/sdk/api-error.ts";
import { QueryClient } from "@tanstack/react-query";
import { SignedOut } from "./session.ts";

const FRESH_MS = 10_000;
const RETRIES = 2;

/** Data are fresh for ten seconds. Failed connections are retried; errors of the API and the end of the session are not. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      retry: (count, fault) => !(fault instanceof ApiError || fault instanceof SignedOut) && count < RETRIES,
    },
  },
});

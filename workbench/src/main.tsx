import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { queryClient } from "./api/query-client.ts";
import { showAppearance } from "./design/appearance.ts";
import "./design/base.css";
import { allowHarmlessMarkup } from "./design/trusted-types.ts";
import { router } from "./router.tsx";
import { InsecureAddress } from "./shell/InsecureAddress.tsx";

allowHarmlessMarkup();
showAppearance();
const root = document.getElementById("root");
if (root === null) throw new TypeError("the page has no #root");
createRoot(root).render(
  <StrictMode>
    {isSecureContext ? (
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    ) : (
      <InsecureAddress />
    )}
  </StrictMode>,
);

import { spawn } from "node:child_process";
import type { Terminal } from "../command.ts";

/** Opens an address in the user's browser if there is a screen; failures are ignored. */
export function openBrowser(url: string, { env }: Terminal): void {
  const [program, ...args] = openerOn(process.platform);
  const isBlind = program === "xdg-open" && !env.DISPLAY && !env.WAYLAND_DISPLAY;
  if (isBlind || program === undefined) return; // it might open a text browser in this terminal
  const opener = spawn(program, [...args, url], { detached: true, stdio: "ignore" });
  opener.on("error", () => undefined); // the address is printed too
  opener.unref();
}

function openerOn(platform: NodeJS.Platform): readonly string[] {
  if (platform === "darwin") return ["open"];
  return platform === "win32" ? ["rundll32", "url.dll,FileProtocolHandler"] : ["xdg-open"];
}

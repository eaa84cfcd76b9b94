import type { Tool } from "../../canvas/tools/tool.ts";

/** The tool that drew last; kept across items. */
let lastTool: string | undefined;

export function rememberTool({ id, isDrawing }: Tool): void {
  if (isDrawing) lastTool = id;
}

/** The tool that drew last, if it is one of these, else the first that draws: the second. */
export function firstToDraw(tools: readonly Tool[]): Tool | undefined {
  return tools.find(({ id }) => id === lastTool) ?? tools[1];
}

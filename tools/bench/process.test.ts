import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";

const PROCESS = fileURLToPath(new URL("process.ts", import.meta.url));
const STARTS_ANOTHER = `
  import { spawnNode } from ${JSON.stringify(PROCESS)};
  const { pid } = await spawnNode("--eval", ["setInterval(() => undefined, 1e6)"]);
  console.log(pid);
`;

test("a process ends if the one that started it is killed", async () => {
  const starter = spawn(process.execPath, ["--input-type=module-typescript", "--eval", STARTS_ANOTHER], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [line] = await once(starter.stdout, "data");
  const pid = Number(line);
  let hasEnded = false;
  onTestFinished(() => {
    if (!hasEnded) process.kill(pid, "SIGKILL");
  });

  starter.kill("SIGKILL");

  expect(await text(starter.stderr)).toBe(""); // ends when both processes have closed their stderr
  hasEnded = true;
});

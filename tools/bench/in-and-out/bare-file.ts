import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";

/** The ceiling of a download: `node:http` that serves one file. Takes its path, and prints its port. */
async function main(file: string): Promise<void> {
  const { size } = await stat(file);
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-length": size });
    createReadStream(file).pipe(response);
  });
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    process.stdout.write(`${typeof address === "object" ? address?.port : address}\n`);
  });
  process.on("SIGTERM", () => process.exit(0));
}

await main(process.argv[2] ?? "");

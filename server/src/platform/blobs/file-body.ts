import { type FileHandle, open } from "node:fs/promises";
import { Readable } from "node:stream";
import type { ByteRange, Sink } from "./blobs.ts";

/** Held for each response. Half as many took a third more processor time for a GiB, and twice as many no less (2026-11-28). */
const READ_BYTES = 256 * 1024;

/**
 * A range of a file for `sink`. The next bytes are read into the same memory once the kernel has those before: with new memory for
 * each read the garbage collector ran 20 times per GiB, took half of the processor time of a download, and let other requests wait 15
 * to 80 ms each time (2026-11-28).
 */
export function fileBody(path: string, { start, end }: ByteRange, { response, untilFree }: Sink): Readable {
  let file: FileHandle | undefined;
  let next = start;
  let memory = Buffer.allocUnsafeSlow(Math.min(READ_BYTES, end + 1 - start));

  async function readNext(body: Readable): Promise<void> {
    const length = Math.min(READ_BYTES, end + 1 - next);
    if (length > 0) await untilFree();
    const isSent = body.readableLength === 0 && response.writableLength === 0;
    if (!isSent) memory = Buffer.allocUnsafeSlow(length);
    const bytesRead = (await file?.read(memory, 0, length, next))?.bytesRead ?? 0;
    next += bytesRead;
    body.push(bytesRead === 0 ? null : memory.subarray(0, bytesRead));
  }

  return new Readable({
    highWaterMark: 0, // it reads when the response asks, not ahead
    construct(done) {
      open(path).then((opened) => {
        file = opened;
        done();
      }, done);
    },
    read() {
      readNext(this).catch((fault: Error) => this.destroy(fault));
    },
    destroy(fault, done) {
      // Waits for a read in progress.
      (file?.close() ?? Promise.resolve()).then(() => done(fault), done);
    },
  });
}

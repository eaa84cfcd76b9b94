import { expect, test } from "vitest";
import { Blocks } from "./blocks.ts";

test("numbers and bytes stay in their order, in blocks of up to 64 KiB unless a part is larger", () => {
  const blocks = new Blocks();
  blocks.uint16(0x0102);
  blocks.bytes(Buffer.alloc(65_533, 7));
  blocks.uint32(0x03040506);
  blocks.bytes(Buffer.alloc(65_537, 8));
  blocks.uint64(2 ** 53);

  const full = blocks.takeFull();
  const rest = blocks.take();

  expect(full.map(({ length }) => length)).toEqual([65_535, 4, 65_537]);
  expect(Buffer.concat([...full, ...rest])).toEqual(
    Buffer.concat([
      Buffer.of(2, 1),
      Buffer.alloc(65_533, 7),
      Buffer.of(6, 5, 4, 3),
      Buffer.alloc(65_537, 8),
      Buffer.of(0, 0, 0, 0, 0, 0, 0x20, 0),
    ]),
  );
  expect(blocks.size).toBe(2 + 65_533 + 4 + 65_537 + 8);
  expect(blocks.take()).toEqual([]);
});

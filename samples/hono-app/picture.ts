import { crc32, deflateSync } from "node:zlib";

/** An 8 × 8 PNG in one colour for each recipe. https://www.w3.org/TR/png-3/ */
export function picture(id: number): Uint8Array<ArrayBuffer> {
  const colour = [(id * 83) % 256, (id * 151) % 256, (id * 29) % 256];
  const row = [0, ...Array.from({ length: 8 }, () => colour).flat()];
  const pixels = Array.from({ length: 8 }, () => row).flat();
  const header = Buffer.from([0, 0, 0, 8, 0, 0, 0, 8, 8, 2, 0, 0, 0]);
  return new Uint8Array(
    Buffer.concat([
      Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
      chunk("IHDR", header),
      chunk("IDAT", deflateSync(Buffer.from(pixels))),
      chunk("IEND", Buffer.alloc(0)),
    ]),
  );
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const frame = Buffer.alloc(body.length + 8);
  frame.writeUInt32BE(data.length, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), body.length + 4);
  return frame;
}

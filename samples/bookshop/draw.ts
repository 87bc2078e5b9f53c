import { createHash } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";

const SIGNATURE = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

/** A cover for a title, as a PNG file of this width in pixels: two colours and a sun, all from the title's hash. */
export function drawCover(title: string, width: number): Buffer {
  const height = Math.round(width * 1.5);
  const hash = createHash("sha256").update(title).digest();
  const sky = hash.subarray(0, 3);
  const ground = hash.subarray(3, 6);
  const sun = [255, 240, 200];
  const centre = { x: width * 0.65, y: height * 0.35, radius: width * 0.2 };

  const rows: Buffer[] = [];
  for (let y = 0; y < height; y += 1) {
    // Each row begins with its filter type: 0, none.
    const row = [0];
    for (let x = 0; x < width; x += 1) {
      const distance = Math.hypot(x - centre.x, y - centre.y);
      const hill = height * 0.7 + Math.sin(x / (width / 6)) * height * 0.06;
      const background = y > hill ? ground : sky;
      row.push(...(distance < centre.radius ? sun : background));
    }
    rows.push(Buffer.from(row));
  }
  return encodePng(width, height, Buffer.concat(rows));
}

/** https://www.w3.org/TR/png-3/#5DataRep with 8 bits each of red, green and blue. */
function encodePng(width: number, height: number, rows: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(8, 8);
  header.writeUInt8(2, 9);
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

import { findBook } from "./books.js";
import { oneOf, optional, readFields, text } from "./fields.js";
import { json } from "./http.js";
import { drawCover } from "./draw.js";
import { invalid, Problem } from "./problem.js";
import type { Call, Reply } from "./router.js";
import type { Shop } from "./shop.js";

const widths = { small: 80, large: 240 } as const;

const coverFields = { credit: optional(text(100)) };

/** GET /books/{bookId}/cover: the picture that was sent in, else one that is drawn. */
export function getCover(call: Call, shop: Shop): Reply {
  const book = findBook(call, shop);
  const { size = "small" } = readFields(Object.fromEntries(call.query), {
    size: optional(oneOf(["small", "large"])),
  });
  const sent = shop.ledger.covers[book.id];
  return {
    status: 200,
    headers: { "content-type": sent?.contentType ?? "image/png" },
    body:
      sent === undefined
        ? drawCover(book.title, widths[size])
        : Buffer.from(sent.image, "base64"),
  };
}

/** PUT /books/{bookId}/cover */
export async function setCover(call: Call, shop: Shop): Promise<Reply> {
  const book = findBook(call, shop);
  const form = await readForm(call);
  const image = form.get("image");
  if (!(image instanceof File)) {
    throw invalid([{ field: "image", detail: "must be a file" }]);
  }
  const given = form.get("credit");
  const { credit = null } = readFields(
    given === null ? {} : { credit: given },
    coverFields,
  );
  const bytes = Buffer.from(await image.arrayBuffer());
  const contentType = sniff(bytes);
  shop.ledger.covers[book.id] = {
    contentType,
    credit,
    image: bytes.toString("base64"),
  };
  await shop.save();
  return json(200, {
    bookId: book.id,
    contentType,
    bytes: bytes.length,
    filename: image.name,
    credit,
  });
}

async function readForm(call: Call): Promise<FormData> {
  const contentType = call.headers["content-type"] ?? "";
  try {
    return await new Response(call.body, {
      headers: { "content-type": contentType },
    }).formData();
  } catch {
    throw new Problem(415, "Unsupported media type", {
      detail: "The body must be multipart/form-data.",
    });
  }
}

/** The image's type by its first bytes, whatever its name says. */
function sniff(bytes: Buffer): string {
  if (bytes.toString("latin1", 1, 4) === "PNG") return "image/png";
  if (bytes.toString("hex", 0, 2) === "ffd8") return "image/jpeg";
  throw new Problem(415, "Unsupported media type", {
    detail: "The image must be a PNG or a JPEG.",
  });
}

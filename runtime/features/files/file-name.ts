import { INVISIBLE } from "../escape-invisible.js";

/** Characters that mean something to a file system or a shell of some platform. */
const RESERVED = /[<>:"/\\|?*]/g;
/** Names of devices on Windows, with any extension. */
const DEVICE =
  /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[\d¹²³])(?=$|[ .])/i;
/** Maximum length of a name in bytes, and of a name with a number; file systems allow 255. */
const MAX_NAME_BYTES = 160;
const MAX_NUMBERED_BYTES = 180;

/** True if a name has a character that would disguise it. Blanks may be of any kind, as in the names of screenshots on macOS. */
export function hasUnsafeCharacter(name: string): boolean {
  const spacedName = name.replace(/\p{Zs}/gu, " ");
  return spacedName.includes("\t") || spacedName.search(INVISIBLE) >= 0;
}

/** Returns a name under which a file can be saved on every platform: no folder, no leading dot, no device. */
export function toSafeName(name: string, maxBytes = MAX_NAME_BYTES): string {
  const safeName = name
    .slice(-1_000)
    .normalize("NFC")
    .replace(INVISIBLE, "_")
    .replaceAll("\t", "_")
    .replace(RESERVED, "_")
    .replace(/^[. ]+/, "")
    .replace(/^-/, "_")
    .replace(DEVICE, "_$&");
  const [, stem = "", extension = ""] =
    /^(.*?)(\.[A-Za-z\d]{1,10})?$/s.exec(safeName) ?? [];
  const shortStem = cutBytes(stem, maxBytes - extension.length);
  return `${shortStem.replace(/(?<![. ])[. ]+$/, "") || "file"}${extension}`;
}

/** True if `toSafeName` and `numberName` could have made a name. */
export function isSafeName(name: string): boolean {
  return toSafeName(name, MAX_NUMBERED_BYTES) === name;
}

/** Returns the name with a number, for a second file of this name: `report (2).pdf`. */
export function numberName(name: string, count: number): string {
  if (count === 1) return name;
  const [, stem = name, extension = ""] =
    /^(.+?)(\.[A-Za-z\d]{1,10})?$/s.exec(name) ?? [];
  return `${stem} (${count})${extension}`;
}

function cutBytes(text: string, max: number): string {
  let [start, bytes] = ["", 0];
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > max) break;
    start += character;
  }
  return start;
}

/** Media types by extension. */
// prettier-ignore
const TYPES: Readonly<Record<string, string>> = {
  avif: "image/avif", bmp: "image/bmp", csv: "text/csv",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  gif: "image/gif", gz: "application/gzip", html: "text/html", jpeg: "image/jpeg", jpg: "image/jpeg",
  json: "application/json", md: "text/markdown", mp3: "audio/mpeg", mp4: "video/mp4", ogg: "audio/ogg",
  pdf: "application/pdf", png: "image/png",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  svg: "image/svg+xml", tar: "application/x-tar", tiff: "image/tiff", txt: "text/plain", wav: "audio/wav",
  webm: "video/webm", webp: "image/webp",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  xml: "application/xml", yaml: "application/yaml", zip: "application/zip",
};

/** Returns the media type of a file by its extension; undefined if it has no known extension. */
export function typeOfName(name: string): string | undefined {
  const [, extension = ""] = /\.(\w+)$/.exec(name) ?? [];
  const key = extension.toLowerCase();
  return Object.hasOwn(TYPES, key) ? TYPES[key] : undefined;
}

/** Returns a name for a file of this type whose response has none: `response.pdf`. */
export function nameOfType(type: string): string {
  const [extension = "bin"] =
    Object.entries(TYPES).find(([, fileType]) => fileType === type) ?? [];
  return `response.${extension}`;
}

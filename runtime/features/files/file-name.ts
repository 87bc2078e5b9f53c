import { INVISIBLE } from "../text/escape-invisible.js";
import { extensionOfType } from "../bodies/file-type.js";

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

/** Returns the name of a file from its first part and its type: `get_report.pdf`. */
export function toFileName(stem: string, type: string): string {
  return `${stem}.${extensionOfType(type)}`;
}

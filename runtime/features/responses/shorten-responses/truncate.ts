import { truncateText, formatBytes, toText } from "../../../index.js";
import type { JsonSchema } from "../../../index.js";
import type { Continuation, Truncation } from "./page.js";

/** Maximum depth at which values are truncated by their parts. Deeper values are truncated as text. */
const MAX_LEVELS = 12;
/** Smallest share of an object's room that one of its fields gets. */
const MIN_SHARE = 1 / 8;
/** Smallest share of the room that a text may have after it is cut at a paragraph or a line. */
const MIN_TEXT_SHARE = 1 / 2;

type Fit = (value: unknown, room: number, path: readonly string[]) => unknown;

/**
 * Truncates a value to a number of bytes of JSON. Lists keep whole items from the front, the largest lists are cut
 * first, and strings keep whole paragraphs. A first item that does not fit is truncated itself. `keep` may choose fewer
 * items.
 */
export function truncateJson(
  data: unknown,
  maxBytes: number,
  keep: Continuation["keep"] = ({ shownCount }) => shownCount,
): { data: unknown; cuts: readonly Truncation[] } {
  const cuts: Truncation[] = [];
  /** Returns the number of items to keep of those that fit, and records the cut. */
  const recordCut = (truncation: Truncation) => {
    const shownCount = Math.min(
      Math.max(keep(truncation), 1),
      truncation.shownCount,
    );
    cuts.push({ ...truncation, shownCount });
    return shownCount;
  };

  const fit: Fit = (value, room, path) => {
    if (isWithin(value, room)) return value;
    const isDeep = path.length > MAX_LEVELS;
    if (typeof value !== "object" || value === null || isDeep)
      return fitText(toText(value), room, path);
    return Array.isArray(value)
      ? fitList(value, room, path)
      : fitObject(value, room, path);
  };

  function fitText(text: string, room: number, path: readonly string[]) {
    let excerpt = text;
    for (
      let remainingBytes = room;
      countJsonBytes(excerpt) > room && remainingBytes > 1;
      remainingBytes *= 0.9
    )
      excerpt = `${truncateText(text, Math.floor(remainingBytes))}…`;
    const minLength = excerpt.length * MIN_TEXT_SHARE;
    const positions = ["\n\n", "\n\r\n"].map((separator) =>
      excerpt.lastIndexOf(separator),
    );
    const paragraph = Math.max(...positions);
    const line = excerpt.lastIndexOf("\n");
    if (paragraph > minLength) {
      excerpt = excerpt.slice(0, paragraph);
      const counts = {
        shownCount: countParagraphs(excerpt),
        totalCount: countParagraphs(text),
      };
      cuts.push({ path, ...counts, unit: "paragraphs" });
      return excerpt;
    }
    if (line > minLength) excerpt = excerpt.slice(0, line + 1);
    const totalBytes = Buffer.byteLength(text);
    cuts.push({
      path,
      shownCount: Buffer.byteLength(excerpt),
      totalCount: totalBytes,
      unit: "bytes",
    });
    return excerpt;
  }

  function fitList(list: unknown[], room: number, path: readonly string[]) {
    let remainingBytes = room - "[]".length;
    let count = 0;
    for (const item of list) {
      remainingBytes -= countJsonBytes(item) + ",".length;
      if (remainingBytes < 0) break;
      count += 1;
    }
    const truncation: Truncation = {
      path,
      shownCount: Math.max(count, 1),
      totalCount: list.length,
      unit: "items",
    };
    const shownCount =
      truncation.shownCount < truncation.totalCount
        ? recordCut(truncation)
        : truncation.shownCount;
    if (count > 0) return list.slice(0, shownCount);
    return [fit(list[0], room - "[]".length, [...path, "0"])];
  }

  /** Keeps whole entries from the front, as for a list. */
  function fitMap(map: JsonSchema, room: number, path: readonly string[]) {
    const names = Object.keys(map);
    const entries: [string, unknown][] = [];
    let remainingBytes = room - "{}".length;
    for (const name of names) {
      const value = map[name];
      remainingBytes -= countJsonBytes({ [name]: value });
      if (remainingBytes < 0) break;
      entries.push([name, value]);
    }
    const count = Math.max(entries.length, 1);
    const totalCount = names.length;
    const shownCount = recordCut({
      path,
      shownCount: count,
      totalCount,
      unit: "fields",
    });
    if (entries.length > 0)
      return Object.fromEntries(entries.slice(0, shownCount));
    const [firstName = ""] = names;
    const innerRoom = room - countJsonBytes({ [firstName]: 0 });
    return {
      [firstName]: fit(map[firstName], innerRoom, [...path, firstName]),
    };
  }

  function fitObject(object: object, room: number, path: readonly string[]) {
    if (isMap(object)) return fitMap(object, room, path);
    const names = Object.keys(object);
    const fields: { name: string; value: unknown; bytes: number }[] = [];
    let nameRoom = room;
    for (const name of names) {
      nameRoom -= name.length + 4;
      if (nameRoom < 0) break; // a field whose name alone does not fit is not measured
      const value = (object as JsonSchema)[name];
      fields.push({ name, value, bytes: countJsonBytes({ [name]: value }) });
    }
    let excessBytes = fields.reduce((sum, { bytes }) => sum + bytes, 0) - room;
    for (const field of fields.toSorted((a, b) => b.bytes - a.bytes)) {
      if (excessBytes <= 0) break;
      const fieldBytes = countJsonBytes(field.value);
      const minBytes = Math.min(fieldBytes, Math.floor(room * MIN_SHARE));
      field.value = fit(
        field.value,
        Math.max(fieldBytes - excessBytes, minBytes),
        [...path, field.name],
      );
      field.bytes -= fieldBytes - countJsonBytes(field.value);
      excessBytes -= fieldBytes - countJsonBytes(field.value);
    }
    let remainingBytes = room;
    const fittingFields = fields.filter(
      ({ bytes }) => (remainingBytes -= bytes) >= 0 || excessBytes <= 0,
    );
    if (fittingFields.length === 0) return fitText(toText(object), room, path); // the names alone are too long
    const truncation: Truncation = {
      path,
      shownCount: fittingFields.length,
      totalCount: names.length,
      unit: "fields",
    };
    const shownCount =
      fittingFields.length < names.length
        ? recordCut(truncation)
        : fittingFields.length;
    const shownFields = fittingFields.slice(0, shownCount);
    return Object.fromEntries(
      shownFields.map(({ name, value }) => [name, value]),
    );
  }

  return { data: fit(data, maxBytes, []), cuts };
}

/** Number of entries from which an object may be a map, and number of entries that are examined. */
const MIN_MAP_ENTRIES = 8;
const MAX_CHECKED_ENTRIES = 1_000;

/** True if an object is a map of objects by name, not a record. */
function isMap(object: object): object is JsonSchema {
  const names = Object.keys(object);
  const isEntry = (name: string) => {
    const value = (object as JsonSchema)[name];
    return typeof value === "object" && value !== null;
  };
  const isLong = names.length >= MIN_MAP_ENTRIES;
  return isLong && names.slice(0, MAX_CHECKED_ENTRIES).every(isEntry);
}

const countParagraphs = (text: string) =>
  text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== "").length;

function isWithin(value: unknown, room: number): boolean {
  return !isBeyond(value, room) && countJsonBytes(value) <= room;
}

/** True if the JSON of a value certainly exceeds the room, without serializing all of it. */
function isBeyond(value: unknown, room: number): boolean {
  let remainingBytes = room;
  const count = (part: unknown): boolean => {
    if (typeof part !== "object" || part === null)
      remainingBytes -= typeof part === "string" ? part.length : 0;
    else if (!("toJSON" in part)) {
      remainingBytes -= 2;
      return Object.values(part).some(count);
    }
    return remainingBytes < 0;
  };
  return count(value);
}

/**
 * Describes cuts: `30 of 812 items are shown. Ask for fields (number, title, …) or for less at once.` Omits the advice
 * if a note describes the next call.
 */
export function describeCuts(
  cuts: readonly Truncation[],
  names: readonly string[],
  isContinued: boolean,
): string | undefined {
  if (cuts.length === 0) return undefined;
  const messages = cuts
    .slice(0, MAX_CUTS)
    .map(({ totalCount, unit, shownCount, path }) => {
      const place = path.join(".").slice(0, MAX_NAME_LENGTH);
      const location = place && ` of ${place}`;
      return unit === "bytes"
        ? `${formatBytes(shownCount)} of ${formatBytes(totalCount)}${location} are shown.`
        : `${shownCount} of ${totalCount} ${unit}${location} are shown.`;
    });
  const namesText = names.slice(0, MAX_NAMES).join(", ");
  const knownNames = namesText.slice(0, MAX_NAMES * MAX_NAME_LENGTH);
  const ellipsis = names.length > MAX_NAMES ? ", …" : "";
  const fieldsHint =
    knownNames === "" ? "" : `fields (${knownNames}${ellipsis}) or for `;
  const hint =
    isContinued && fieldsHint === ""
      ? ""
      : ` Ask for ${fieldsHint}less at once.`;
  return messages.join(" ") + hint;
}

/** Maximum number of cuts, of field names, and of characters per name in a message. */
const MAX_CUTS = 3;
const MAX_NAMES = 6;
const MAX_NAME_LENGTH = 100;

function countJsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? "");
}

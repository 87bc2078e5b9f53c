import { truncateText, formatBytes, toText } from "../../index.js";
import type { JsonSchema } from "../../index.js";
import type { Continuation, Cut } from "./page.js";

/** Levels of nesting that are cut by their parts; what lies deeper is cut as text. */
const LEVELS = 12;
/** A part of an object gets no less of its room than this. */
const LEAST = 1 / 8;
/** A text ends with a paragraph or a line of its own, if that leaves no less of its room than this. */
const LEAST_TEXT = 1 / 2;

type Fit = (value: unknown, room: number, steps: readonly string[]) => unknown;

/**
 * As much of a value as its bytes of JSON allow: whole items from the front of the largest lists, whole paragraphs from
 * the front of texts. Of a first item that has no room, texts and lists are cut. `keep` may choose fewer items.
 */
export function truncateJson(
  data: unknown,
  most: number,
  keep: Continuation["keep"] = ({ shown }) => shown,
): { data: unknown; cuts: readonly Cut[] } {
  const cuts: Cut[] = [];
  /** The items to keep of those that there is room for. */
  const keepOf = (cut: Cut) => {
    const shown = Math.min(Math.max(keep(cut), 1), cut.shown);
    cuts.push({ ...cut, shown });
    return shown;
  };

  const fit: Fit = (value, room, steps) => {
    if (isWithin(value, room)) return value;
    const isDeep = steps.length > LEVELS;
    if (typeof value !== "object" || value === null || isDeep)
      return fitText(toText(value), room, steps);
    return Array.isArray(value)
      ? fitList(value, room, steps)
      : fitObject(value, room, steps);
  };

  function fitText(text: string, room: number, steps: readonly string[]) {
    let start = text;
    for (let left = room; bytesOf(start) > room && left > 1; left *= 0.9)
      start = `${truncateText(text, Math.floor(left))}…`;
    const least = start.length * LEAST_TEXT;
    const ends = ["\n\n", "\n\r\n"].map((end) => start.lastIndexOf(end));
    const paragraph = Math.max(...ends);
    const line = start.lastIndexOf("\n");
    if (paragraph > least) {
      start = start.slice(0, paragraph);
      const counts = { shown: paragraphsOf(start), all: paragraphsOf(text) };
      cuts.push({ steps, ...counts, of: "paragraphs" });
      return start;
    }
    if (line > least) start = start.slice(0, line + 1);
    const all = Buffer.byteLength(text);
    cuts.push({ steps, shown: Buffer.byteLength(start), all, of: "bytes" });
    return start;
  }

  function fitList(list: unknown[], room: number, steps: readonly string[]) {
    let left = room - "[]".length;
    let count = 0;
    for (const item of list) {
      left -= bytesOf(item) + ",".length;
      if (left < 0) break;
      count += 1;
    }
    const cut: Cut = {
      steps,
      shown: Math.max(count, 1),
      all: list.length,
      of: "items",
    };
    const shown = cut.shown < cut.all ? keepOf(cut) : cut.shown;
    if (count > 0) return list.slice(0, shown);
    return [fit(list[0], room - "[]".length, [...steps, "0"])];
  }

  /** Whole entries from the front, as of a list. */
  function fitMap(map: JsonSchema, room: number, steps: readonly string[]) {
    const names = Object.keys(map);
    const entries: [string, unknown][] = [];
    let left = room - "{}".length;
    for (const name of names) {
      const value = map[name];
      left -= bytesOf({ [name]: value });
      if (left < 0) break;
      entries.push([name, value]);
    }
    const count = Math.max(entries.length, 1);
    const all = names.length;
    const shown = keepOf({ steps, shown: count, all, of: "fields" });
    if (entries.length > 0) return Object.fromEntries(entries.slice(0, shown));
    const [first = ""] = names;
    const inner = room - bytesOf({ [first]: 0 });
    return { [first]: fit(map[first], inner, [...steps, first]) };
  }

  function fitObject(object: object, room: number, steps: readonly string[]) {
    if (isMap(object)) return fitMap(object, room, steps);
    const names = Object.keys(object);
    const sized: { name: string; value: unknown; bytes: number }[] = [];
    let free = room;
    for (const name of names) {
      free -= name.length + 4;
      if (free < 0) break; // what has no room for its name alone is not measured
      const value = (object as JsonSchema)[name];
      sized.push({ name, value, bytes: bytesOf({ [name]: value }) });
    }
    let over = sized.reduce((sum, { bytes }) => sum + bytes, 0) - room;
    for (const one of sized.toSorted((a, b) => b.bytes - a.bytes)) {
      if (over <= 0) break;
      const own = bytesOf(one.value);
      const least = Math.min(own, Math.floor(room * LEAST));
      one.value = fit(one.value, Math.max(own - over, least), [
        ...steps,
        one.name,
      ]);
      one.bytes -= own - bytesOf(one.value);
      over -= own - bytesOf(one.value);
    }
    let left = room;
    const kept = sized.filter(({ bytes }) => (left -= bytes) >= 0 || over <= 0);
    if (kept.length === 0) return fitText(toText(object), room, steps); // names alone are too long
    const cut: Cut = {
      steps,
      shown: kept.length,
      all: names.length,
      of: "fields",
    };
    const shown = kept.length < names.length ? keepOf(cut) : kept.length;
    const all = kept.slice(0, shown);
    return Object.fromEntries(all.map(({ name, value }) => [name, value]));
  }

  return { data: fit(data, most, []), cuts };
}

/** Entries that an object has at least, if it is a map, and those that are looked at. */
const LEAST_ENTRIES = 8;
const MOST_ENTRIES = 1_000;

/** Whether an object is a list of others by name, and no record. */
function isMap(object: object): object is JsonSchema {
  const names = Object.keys(object);
  const isEntry = (name: string) => {
    const value = (object as JsonSchema)[name];
    return typeof value === "object" && value !== null;
  };
  const isLong = names.length >= LEAST_ENTRIES;
  return isLong && names.slice(0, MOST_ENTRIES).every(isEntry);
}

const paragraphsOf = (text: string) =>
  text.split(/\n\s*\n/).filter((one) => one.trim() !== "").length;

function isWithin(value: unknown, room: number): boolean {
  return !isBeyond(value, room) && bytesOf(value) <= room;
}

/** Whether the JSON of a value is longer for sure: known without writing all of it. */
function isBeyond(value: unknown, room: number): boolean {
  let left = room;
  const count = (part: unknown): boolean => {
    if (typeof part !== "object" || part === null)
      left -= typeof part === "string" ? part.length : 0;
    else if (!("toJSON" in part)) {
      left -= 2;
      return Object.values(part).some(count);
    }
    return left < 0;
  };
  return count(value);
}

/** `30 of 812 items are shown. Ask for fields (number, title, …) or for less at once.` What to ask for is left out where the next call is told. */
export function describeCuts(
  cuts: readonly Cut[],
  names: readonly string[],
  isContinued: boolean,
): string | undefined {
  if (cuts.length === 0) return undefined;
  const told = cuts.slice(0, TOLD).map(({ all, of, shown, steps }) => {
    const place = steps.join(".").slice(0, LONGEST);
    const where = place && ` of ${place}`;
    return of === "bytes"
      ? `${formatBytes(shown)} of ${formatBytes(all)}${where} are shown.`
      : `${shown} of ${all} ${of}${where} are shown.`;
  });
  const first = names.slice(0, NAMED).join(", ");
  const known = first.slice(0, NAMED * LONGEST);
  const more = names.length > NAMED ? ", …" : "";
  const ask = known === "" ? "" : `fields (${known}${more}) or for `;
  const hint = isContinued && ask === "" ? "" : ` Ask for ${ask}less at once.`;
  return told.join(" ") + hint;
}

/** Cuts, names of fields and characters of a name that are told. */
const TOLD = 3;
const NAMED = 6;
const LONGEST = 100;

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? "");
}

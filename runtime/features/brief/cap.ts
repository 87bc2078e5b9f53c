import { cutText, sizeOf, toText } from "../../index.js";
import type { JsonSchema } from "../../index.js";
import type { Cut } from "./page.js";

/** Levels of nesting that are cut by their parts; what lies deeper is cut as text. */
const LEVELS = 12;
/** A part of an object gets no less of its room than this. */
const LEAST = 1 / 8;

type Fit = (value: unknown, room: number, steps: readonly string[]) => unknown;

/** As much of a value as its bytes of JSON allow: whole items from the front of the largest lists, the start of texts. */
export function capped(
  data: unknown,
  most: number,
): { data: unknown; cuts: readonly Cut[] } {
  const cuts: Cut[] = [];
  const tell = (steps: readonly string[], cut: Omit<Cut, "place">) =>
    cuts.push({ place: steps.join("."), ...cut });

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
      start = `${cutText(text, Math.floor(left))}…`;
    const all = Buffer.byteLength(text);
    tell(steps, { shown: Buffer.byteLength(start), all, of: "bytes" });
    return start;
  }

  function fitList(list: unknown[], room: number, steps: readonly string[]) {
    const kept: unknown[] = [];
    let left = room - "[]".length;
    for (const item of list) {
      left -= bytesOf(item) + ",".length;
      if (left < 0) break;
      kept.push(item);
    }
    const shown = Math.max(kept.length, 1);
    if (shown < list.length)
      tell(steps, { shown, all: list.length, of: "items" });
    if (kept.length > 0) return kept;
    return [fit(list[0], room - "[]".length, [...steps, "0"])];
  }

  function fitObject(object: object, room: number, steps: readonly string[]) {
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
    if (kept.length < names.length)
      tell(steps, { shown: kept.length, all: names.length, of: "fields" });
    return Object.fromEntries(kept.map(({ name, value }) => [name, value]));
  }

  return { data: fit(data, most, []), cuts };
}

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

/** `30 of 812 items are shown. Ask for fields (number, title, …) or for less at once.` */
export function tellCuts(
  cuts: readonly Cut[],
  names: readonly string[],
): string | undefined {
  if (cuts.length === 0) return undefined;
  const told = cuts.slice(0, TOLD).map(({ all, of, place, shown }) => {
    const where = place && ` of ${place.slice(0, LONGEST)}`;
    return of === "bytes"
      ? `${sizeOf(shown)} of ${sizeOf(all)}${where} are shown.`
      : `${shown} of ${all} ${of}${where} are shown.`;
  });
  const first = names.slice(0, NAMED).join(", ");
  const known = first.slice(0, NAMED * LONGEST);
  const more = names.length > NAMED ? ", …" : "";
  const ask = known === "" ? "" : `fields (${known}${more}) or for `;
  return `${told.join(" ")} Ask for ${ask}less at once.`;
}

/** Cuts, names of fields and characters of a name that are told. */
const TOLD = 3;
const NAMED = 6;
const LONGEST = 100;

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? "");
}

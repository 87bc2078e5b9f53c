import { isAbsolute, relative, sep } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Config } from "./config.js";
import { absolute } from "./file.js";
import { OPTIONS, type OptionSpec } from "./options.js";

/** What a command was told: its flags, and the config file that it read. Paths are absolute. */
export interface Told extends Config {
  readonly config?: string;
}

/**
 * What a project remembers of the command that wrote it, by option: what shapes the output, paths as
 * seen from the project. Null: it was told, and can't be remembered, as standard input can't.
 */
export type Memory = Readonly<Record<string, unknown>>;

const SPECS: Readonly<Record<string, OptionSpec>> = OPTIONS;

/** Where the project lies, and what else is written besides it, shapes nothing. */
const SHAPELESS = /^(?:out|report)$/;

/** What a project in a folder is to remember. */
export function memoryOf(told: Told, out: string): Memory {
  const { document, app, config } = told;
  const named = document ?? app ?? config ?? null;
  const all = named === null ? { document: null, ...told } : told;
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => {
      if (SHAPELESS.test(name) || value === undefined) return [];
      const isPath = name === "config" || SPECS[name]?.isPath === true;
      return [[name, isPath ? placeFrom(out, value) : (value as unknown)]];
    }),
  );
}

/** The same as it was told, for a project that lies in this folder. */
export function toldBy(memory: Memory, out: string): Told {
  const known = Object.entries(memory).filter(([, value]) => value !== null);
  const { config, ...options } = Object.fromEntries(known);
  const place = absolute({ document: config }, out).document;
  return {
    ...absolute({ ...options, out }, out),
    ...(typeof place === "string" && { config: place }),
  };
}

/** A file as seen from a folder, or a URL that can hold no password, or a list of them; null for all else. */
function placeFrom(
  folder: string,
  value: unknown,
): string | readonly string[] | null {
  if (Array.isArray(value)) {
    const places = value.map((one) => placeFrom(folder, one));
    const isWhole = places.every((one) => typeof one === "string");
    return isWhole ? places : null;
  }
  if (typeof value !== "string" || value === "-") return null;
  if (/^https?:/i.test(value)) return /[@?]/.test(value) ? null : value;
  const way = relative(folder, value);
  return isAbsolute(way) ? null : way.split(sep).join("/") || ".";
}

/** How two memories differ, in flags; null: they don't, or nothing was remembered. */
export function differenceOf(
  last: Memory | undefined,
  now: Memory,
): { readonly last: string; readonly now: string } | null {
  if (last === undefined || Object.keys(last).length === 0) return null;
  const flags = (memory: Memory, other: Memory) =>
    Object.entries(memory)
      .filter(([name, value]) => !isDeepStrictEqual(value, other[name]))
      .map(([name, value]) => flagText(name, value))
      .join(" ");
  const texts = { last: flags(last, now), now: flags(now, last) };
  return texts.last + texts.now === "" ? null : texts;
}

function flagText(name: string, value: unknown): string {
  const isPlain = [value].flat().every((one) => typeof one === "string");
  const text = isPlain ? String(value) : JSON.stringify(value);
  if (name === "document") return text;
  const [flag = name] = SPECS[name]?.flag?.split(" ") ?? [`--${name}`];
  return value === true ? flag : `${flag} ${text}`;
}

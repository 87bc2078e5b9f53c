import { basename, isAbsolute, relative, sep } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { type Finding, ToolwrightError } from "../errors.js";
import {
  isObject,
  type JsonObject,
  listOf,
  member,
  toWord,
} from "../shared/json.js";
import { shellWord } from "../shared/escape.js";
import type { Config } from "./config.js";
import { absolute } from "./config-file.js";
import { optionOf } from "./options.js";

/** What a command was told: its flags, and the config file that it read. Paths are absolute. */
export interface Told extends Config {
  readonly config?: string;
}

/**
 * What a project remembers of the command that wrote it, by option: what shapes the output, paths as
 * seen from the project. Null: it was told, and can't be remembered, as standard input can't.
 */
export type Memory = Readonly<Record<string, unknown>>;

/** Whether a command line can have said it: nothing else is ever remembered. */
function isRemembered(name: string): boolean {
  if (/^(?:config|document)$/.test(name)) return true;
  const isFlag = optionOf(name)?.flag !== undefined;
  return isFlag && name !== "out"; // where it lies shapes nothing
}

/** What a project in a folder is to remember. */
export function memoryOf(told: Told, out: string): Memory {
  const { document, app, config } = told;
  const isNamed = (document ?? app ?? config) !== undefined;
  const all: Memory = isNamed ? { ...told } : { document: null, ...told };
  const said = Object.entries(all).filter(
    ([name, value]) => name !== "out" && value !== undefined,
  );
  return Object.fromEntries(
    said.map(([name, value]) => [
      name,
      isPath(name) ? placeFrom(out, value) : value,
    ]),
  );
}

/**
 * The same as it was told, for a project that lies in this folder. A memory comes from a checkout, and
 * anybody may have written it: throws a ToolwrightError that names what `memoryOf` never gives.
 */
export function toldBy(memory: Memory, out: string, file: string): Told {
  const known = Object.entries(memory).filter(([, value]) => value !== null);
  const { config, ...options } = Object.fromEntries(known);
  const place = absolute({ document: config }, out).document;
  const told: Told = {
    ...absolute({ ...options, out }, out),
    ...(typeof place === "string" && { config: place }),
  };
  const again = memoryOf(told, out);
  const forged = Object.entries(memory).filter(
    ([name, value]) =>
      !isRemembered(name) ||
      !(value === null ? isPath(name) : isDeepStrictEqual(again[name], value)),
  );
  if (forged.length === 0) return told;
  throw new ToolwrightError(
    forged.map(([name, value]) => ({
      code: "option-never-written",
      file,
      message: `It holds ${JSON.stringify(name)} with ${JSON.stringify(value)}, as toolwright never writes it.`,
      hint: `Look who changed it: git log -p --text ${file}. Take the line out, and say what you want as a flag or in a config.`,
    })),
  );
}

/** A note on what was told and can't be remembered. */
export function tellForgotten(memory: Memory): Finding[] {
  const names = Object.keys(memory).filter((name) => memory[name] === null);
  return names.map((name) => ({
    severity: "note",
    code: "not-remembered",
    message: `The project doesn't keep its ${name}: it keeps neither standard input nor an address that may hold a login.`,
    hint: "Name it to each later command, as to this one, or save it to a file.",
  }));
}

/** The names that a config is found by, in whatever folder. */
const USUAL = /^toolwright\.config\.(?:[cm]?[jt]s|json)$/;

/**
 * Of what a project asks for, what lets it run code, ask addresses or read what lies outside of its
 * repository: to be obeyed only by the word of whoever runs it.
 */
export function trustOf(
  told: Told,
  isOwn: (path: string) => boolean,
): (keyof Told)[] {
  const isElsewhere = (place: unknown) =>
    typeof place === "string" && (isAddress(place) || !isOwn(place));
  const { config, document } = told;
  // Of another kind than an option's they are refused later, whoever says them.
  const [overlays, routeMaps, workflows] = [
    told.overlays,
    told.routeMaps,
    told.workflows,
  ].map(listOf) as [readonly unknown[], readonly unknown[], readonly unknown[]]; // of three
  const asks: Partial<Record<keyof Told, boolean>> = {
    allowRemote: told.allowRemote === true,
    app: told.app !== undefined,
    config:
      config !== undefined && !(USUAL.test(basename(config)) && isOwn(config)),
    document: isElsewhere(document),
    overlays: overlays.some(isElsewhere),
    refRoot: told.refRoot !== undefined,
    routeMaps: routeMaps.some((one) =>
      isCostly(toWord(member(one, "pattern") ?? "")),
    ),
    workflows: workflows.some(isElsewhere),
  };
  return Object.entries(asks).flatMap(([name, does]) =>
    does ? [name as keyof Told] : [],
  );
}

/** Whether an expression may take more than quadratic time, as one with a repeated group does, or years to be read: the engine goes each way through what may be empty, and nothing stops it. */
function isCostly(pattern: string): boolean {
  const repeats = pattern.match(/[*+{]/g)?.length ?? 0;
  if (repeats > 2 || /\)[*+{]/.test(pattern)) return true;
  const options = pattern.match(/(?<!\()[?*{]/g)?.length ?? 0;
  const choices = pattern.split(/[()]/).map((part) => part.split("|").length);
  return choices.reduce((all, one) => all * one, 2 ** options) > 10_000;
}

function isPath(name: string): boolean {
  return name === "config" || optionOf(name)?.isPath === true;
}

function isAddress(place: string): boolean {
  return /^https?:/i.test(place);
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
  if (isAddress(value)) return /[@?]/.test(value) ? null : value;
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

/** The same as a sentence. */
export function sayDifference({ last, now }: Difference): string {
  return `It was generated with other options: ${last || "nothing of that"}; this time: ${now || "nothing of that"}.`;
}

type Difference = NonNullable<ReturnType<typeof differenceOf>>;

/** One option as it is said to a shell. */
export function flagText(name: string, value: unknown): string {
  if (name === "document") return shellWord(toWord(value));
  const [flag = name] = optionOf(name)?.flag?.split(" ") ?? [`--${name}`];
  if (value === true) return flag;
  const each = /^(?:overlays|routeMaps|workflows)$/.test(name);
  return (each && Array.isArray(value) ? (value as unknown[]) : [value])
    .map((one) => (isObject(one) ? ruleOf(one) : toWord(one)))
    .map((one) => `${flag} ${shellWord(one)}`)
    .join(" ");
}

/** `GET ^/admin/ TOOL`, as `parseRouteMap` reads it. */
function ruleOf({ methods, pattern, routeType }: JsonObject): string {
  return [methods, pattern, routeType].map(toWord).join(" ");
}

import { below, type JsonObject, member, put, steps } from "../json.js";
import type { Path } from "./json-path.js";
import type { Part } from "./part.js";
import type { Position } from "./positions.js";

/** Where a value was written. */
export interface Origin {
  readonly part: Part;
  readonly pointer: string;
}

/** By holder and key, what was not written below its holder. */
type Moved = WeakMap<object, Map<string, Origin>>;

/** Data put together of several texts, of each part of which is known where it was written. */
export interface Patchwork {
  readonly root: unknown;
  readonly main: Part;
  readonly moved: Moved;
  /** Values that may still be added. */
  readonly room: { left: number };
}

/** A copy of a part to work on, in which nothing is shared. */
export function patchworkOf(main: Part, most: number): Patchwork {
  const moved: Moved = new WeakMap();
  const root = copyOf(main.parsed.value, { moved, room: { left: Infinity } });
  return { root, main, moved, room: { left: most } };
}

/** File, line and column of what a pointer leads to. */
export function locateIn(work: Patchwork, pointer: string): Position {
  const { part, pointer: own } = originAt(work, steps(pointer));
  return { file: part.name, ...part.parsed.locate(own) };
}

export function originAt(work: Patchwork, path: Path): Origin {
  let holder = work.root;
  let origin: Origin = { part: work.main, pointer: "" };
  for (const step of path.map(String)) {
    origin = originBelow(work, holder, origin, step);
    holder = member(holder, step);
  }
  return origin;
}

/** Where a member was written, by where its holder was. */
export function originBelow(
  { moved }: Pick<Patchwork, "moved">,
  holder: unknown,
  { part, pointer }: Origin,
  step: string,
): Origin {
  const own =
    typeof holder === "object" && holder && moved.get(holder)?.get(step);
  return own || { part, pointer: below(pointer, step) };
}

export function valueAt({ root }: Patchwork, path: Path): unknown {
  return path.map(String).reduce(member, root);
}

/** Sets a member, or an item, to a copy of what was written elsewhere. */
export function place(
  work: Patchwork,
  path: Path,
  value: unknown,
  origin: Origin,
): void {
  const { moved } = work;
  const holder = valueAt(work, path.slice(0, -1)) as JsonObject; // it has been read; items are members by their index
  const key = String(path.at(-1));
  const own = moved.get(holder) ?? new Map<string, Origin>();
  moved.set(holder, own.set(key, origin));
  put(holder, key, copyOf(value, work));
}

/** Removes a member, or an item; those behind it move up. */
export function removeAt(work: Patchwork, path: Path): void {
  const { moved } = work;
  const outer = path.slice(0, -1);
  const holder = valueAt(work, outer);
  const key = String(path.at(-1));
  if (!Array.isArray(holder)) {
    delete (holder as JsonObject)[key]; // it has been read
    return;
  }
  const own = originAt(work, outer);
  const origins = holder.map((_item, at) =>
    originBelow(work, holder, own, String(at)),
  );
  holder.splice(Number(key), 1);
  origins.splice(Number(key), 1);
  moved.set(holder, new Map(origins.map((one, at) => [String(at), one])));
}

/** A value in which nothing is shared, its parts known as before. Throws where there is no room for it. */
export function copyOf(
  value: unknown,
  work: Pick<Patchwork, "moved" | "room">,
): unknown {
  work.room.left -= 1;
  if (work.room.left < 0) throw new Error("the document grows too large");
  if (typeof value !== "object" || value === null) return value;
  const copy = (Array.isArray(value) ? [] : {}) as JsonObject; // items are members by their index
  const own = work.moved.get(value);
  if (own !== undefined) work.moved.set(copy, new Map(own));
  for (const [key, item] of Object.entries(value))
    put(copy, key, copyOf(item, work));
  return copy;
}

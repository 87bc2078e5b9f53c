import { ToolwrightError } from "../errors.js";
import { below, type JsonObject, percentDecoded, put } from "../json.js";
import { byKey } from "../text.js";
import { type Identifiers, identify, PLAIN } from "./identifiers.js";
import {
  checkReach,
  nameOf,
  type Place,
  placeOf,
  type Reach,
  Refusal,
} from "./place.js";
import type { Part } from "./part.js";
import type { Site } from "./sites.js";

/** More files than this are not followed; the most that was seen in a public API is 2,907. */
const MAX_FILES = 20_000;
const AT_ONCE = 16;

export interface Bundle {
  /** The other files, by their pointer in the bundled document. */
  readonly files: ReadonlyMap<string, Part>;
  /** Why a file can't be used, by its name: what stands before `#` in a reference that stayed. */
  readonly refused: ReadonlyMap<string, string>;
  /** References as they were written, by what has become of them. */
  readonly written: ReadonlyMap<string, string>;
}

interface Options {
  readonly reach: Reach;
  readonly read: (place: Place, name: string) => Promise<Part>;
}

/** A file with its pointer in the bundle. */
interface Member {
  readonly part: Part;
  readonly mount: string;
  readonly identifiers: Identifiers;
  readonly sites: readonly Site[];
}

/** A reference and where it leads: a fragment of the file with this name. */
interface Link {
  readonly site: Site;
  readonly from: Member;
  readonly name: string;
  readonly fragment: string;
  /** Undefined where it leads nowhere else. */
  readonly place?: Place;
}

/**
 * Reads every file that a document refers to and puts them into it, below one extension member, so
 * that all references become local pointers; works on the parsed data itself. A reference that
 * can't be followed becomes `<name of the file>#<fragment>`. Files are kept whole, so that cycles
 * between them need no care and what a reference means does not depend on where it stands.
 */
export async function bundle(
  main: Part,
  document: JsonObject,
  { reach, read }: Options,
): Promise<Bundle> {
  const home = main.place;
  const key = freeKey(document);
  const members = new Map([[nameOf(home, home), enter(main, "")]]);
  const refused = new Map<string, string>();
  const links: Link[] = [];

  const tryEnter = async (name: string, place: Place): Promise<void> => {
    try {
      if (members.size > MAX_FILES)
        throw new Refusal("there are too many files");
      await checkReach(place, reach);
      const part = await read(place, name);
      members.set(name, enter(part, below(below("", key), name)));
    } catch (error) {
      refused.set(name, reasonOf(error));
    }
  };

  let fresh = [...members.values()];
  while (fresh.length > 0) {
    const found = fresh.flatMap((member) =>
      member.sites.map((site) => follow(site, member, { home, refused })),
    );
    for (const link of found) links.push(link);
    const wanted = new Map<string, Place>();
    for (const { name, place } of found)
      if (place && !members.has(name) && !refused.has(name))
        wanted.set(name, place);
    const reading = [...wanted];
    for (let at = 0; at < reading.length; at += AT_ONCE)
      await Promise.all(
        reading
          .slice(at, at + AT_ONCE)
          .map(([name, place]) => tryEnter(name, place)),
      );
    fresh = reading.flatMap(([name]) => members.get(name) ?? []);
  }

  const written = new Map<string, string>();
  for (const link of links) {
    const text = String(link.site.holder[link.site.key]);
    const reference = settle(link, members.get(link.name));
    if (!written.has(reference)) written.set(reference, text);
  }
  return { files: attach(document, key, members), refused, written };
}

function freeKey(document: JsonObject): string {
  let key = "x-files";
  while (Object.hasOwn(document, key)) key += "-";
  return key;
}

function enter(part: Part, mount: string): Member {
  const { value, scanned } = part.parsed;
  const { sites, identified } = scanned;
  if (identified) return { part, mount, identifiers: identify(value), sites };
  const isSettled = ({ holder, key }: Site) =>
    mount === "" &&
    key !== "$dynamicRef" &&
    key !== "$recursiveRef" &&
    String(holder[key]).startsWith("#/");
  return {
    part,
    mount,
    identifiers: PLAIN,
    sites: sites.filter((site) => !isSettled(site)),
  };
}

function follow(
  site: Site,
  from: Member,
  context: { readonly home: Place; readonly refused: Map<string, string> },
): Link {
  const text = String(site.holder[site.key]);
  const hash = text.indexOf("#");
  const address = hash < 0 ? text : text.slice(0, hash);
  const fragment = hash < 0 ? "" : percentDecoded(text.slice(hash + 1));
  const own = nameOf(from.part.place, context.home);
  if (address === "") return { site, from, name: own, fragment };
  const inside = from.identifiers.find(address, fragment, site.holder);
  if (inside !== undefined) return { site, from, name: own, fragment: inside };
  try {
    const place = placeOf(address, from.part.place);
    return { site, from, name: nameOf(place, context.home), fragment, place };
  } catch (error) {
    context.refused.set(address, reasonOf(error));
    return { site, from, name: address, fragment };
  }
}

function settle(
  { site, from, ...link }: Link,
  target: Member | undefined,
): string {
  const { holder, key } = site;
  const isRef = key.startsWith("$");
  if (isRef && key !== "$ref") delete holder[key];
  const pointer =
    target &&
    target.mount +
      target.identifiers.pointerOf(
        link.fragment,
        target === from ? holder : undefined,
      );
  const reference =
    pointer === undefined
      ? `${link.name}#${link.fragment}`
      : `#${pointer.replaceAll("%", "%25")}`;
  put(holder, isRef ? "$ref" : key, reference);
  return reference;
}

function attach(
  document: JsonObject,
  key: string,
  members: ReadonlyMap<string, Member>,
): Map<string, Part> {
  // Sorted, since files arrive in any order.
  const others = [...members]
    .filter(([, { mount }]) => mount !== "")
    .sort(byKey);
  if (others.length > 0) {
    const files: JsonObject = {};
    for (const [name, { part }] of others) put(files, name, part.parsed.value);
    document[key] = files;
  }
  return new Map(others.map(([, { mount, part }]) => [mount, part]));
}

function reasonOf(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  if (error instanceof ToolwrightError)
    return error.problems.map(({ message }) => message).join(" ");
  throw error;
}

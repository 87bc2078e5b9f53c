import { ToolwrightError } from "../errors.js";
import { below, percentDecoded } from "../shared/json-pointer.js";
import { type JsonObject, put, toWord } from "../shared/json.js";
import { byKey } from "../shared/order.js";
import { type Identifiers, identify, PLAIN } from "./anchors.js";
import {
  checkReach,
  nameOf,
  type Place,
  placeOf,
  type Reach,
  Refusal,
} from "./location.js";
import type { Part } from "./source-file.js";
import type { Site } from "./find-refs.js";

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
  reach: Reach,
  read: (place: Place, name: string) => Promise<Part>,
): Promise<Bundle> {
  const home = main.place;
  const key = freeKey(document);
  const members = new Map([[nameOf(home, home), enter(main, "")]]);
  const refused = new Map<string, string>();
  const written = new Map<string, string>();

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
    const links = fresh.flatMap((from) =>
      from.sites.map((site) => follow(site, from, home, refused)),
    );
    const wanted = new Map<string, Place>();
    for (const { name, place } of links)
      if (place && !members.has(name) && !refused.has(name))
        wanted.set(name, place);
    const reading = [...wanted];
    for (let at = 0; at < reading.length; at += AT_ONCE)
      await Promise.all(
        reading
          .slice(at, at + AT_ONCE)
          .map(([name, place]) => tryEnter(name, place)),
      );
    for (const link of links) {
      const text = textOf(link.site);
      const reference = settle(link, members.get(link.name));
      if (!written.has(reference)) written.set(reference, text);
    }
    fresh = reading.flatMap(([name]) => members.get(name) ?? []);
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
  const isSettled = (site: Site) =>
    mount === "" &&
    site.key !== "$dynamicRef" &&
    site.key !== "$recursiveRef" &&
    textOf(site).startsWith("#/");
  const open = sites.filter((site) => !isSettled(site));
  return { part, mount, identifiers: PLAIN, sites: open };
}

function textOf({ holder, key }: Site): string {
  return toWord(holder[key]);
}

function follow(
  site: Site,
  from: Member,
  home: Place,
  refused: Map<string, string>,
): Link {
  const text = textOf(site);
  const [address = ""] = text.split("#", 1);
  const fragment = percentDecoded(text.slice(address.length + 1));
  const name = nameOf(from.part.place, home);
  if (address === "") return { site, from, name, fragment };
  const inside = from.identifiers.find(address, fragment, site.holder);
  if (inside !== undefined) return { site, from, name, fragment: inside };
  try {
    const place = placeOf(address, from.part.place);
    return { site, from, name: nameOf(place, home), fragment, place };
  } catch (error) {
    refused.set(address, reasonOf(error));
    return { site, from, name: address, fragment };
  }
}

/** Writes a reference anew, and gives it. */
function settle(
  { site, from, name, fragment }: Link,
  target: Member | undefined,
): string {
  const { holder, key } = site;
  const isRef = key.startsWith("$");
  if (isRef && key !== "$ref") delete holder[key];
  let reference = `${name}#${fragment}`;
  if (target !== undefined) {
    const seenFrom = target === from ? holder : undefined;
    const pointer =
      target.mount + target.identifiers.pointerOf(fragment, seenFrom);
    reference = `#${pointer.replaceAll("%", "%25")}`;
  }
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

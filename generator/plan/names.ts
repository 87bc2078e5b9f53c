import { MAX_NAME } from "../config/source-name.js";
import { type Operation, operationKey } from "../model.js";
import { functionOf, ownId } from "../words/own-id.js";
import { kebabCase, shortHash, toIdentifier } from "../words/naming.js";
import { byCodeUnit } from "../text.js";
import { gather } from "../json.js";

/** Every invented name of an operation, decided in one place. */
export interface OperationNames {
  /** `create_pet`: what clients see, unique without regard to case. */
  readonly name: string;
  /** `create-pet`: file name without extension. */
  readonly file: string;
  /** `createPet`: the exported constant. */
  readonly exportName: string;
}

export interface NamingOptions {
  /** Longest name, in characters. */
  readonly maxLength: number;
  /** File names of last time, by `METHOD path`: an operation never loses its name to a newcomer. */
  readonly known: ReadonlyMap<string, string>;
  /** Names that the config gives, by `METHOD path`; taken before all others. */
  readonly given?: ReadonlyMap<string, string>;
  /** Names that nothing may have. */
  readonly reserved?: readonly string[];
  /** Hears of two operations, by `METHOD path`, that the config or one operationId gives the same name. */
  readonly onTaken?: (clash: Clash) => void;
}

/** Two operations of one name, which the first has. */
export interface Clash {
  /** Null: the name is reserved. */
  readonly owner: string | null;
  readonly other: string;
  readonly wanted: string;
  /** The other's. */
  readonly name: string;
  /** The config gives it. */
  readonly isGiven: boolean;
}

/**
 * Names for all operations, by `METHOD path`. A name depends on its own operation alone, except
 * where two would get the same one: then one keeps it (the one that had it, else the one whose
 * operationId it is, where several have it the first that only reads or else the first of the document,
 * else the first by path) and the others get a suffix made from method and path.
 */
export function nameOperations(
  operations: readonly Operation[],
  options: NamingOptions,
): Map<string, OperationNames> {
  const { known, maxLength, onTaken, reserved = [] } = options;
  const givenNames = options.given ?? new Map<string, string>();
  /** Null: nothing may have it. */
  const taken = new Map<string, { id: string; key: string } | null>(
    reserved.flatMap(claimsOf).map((claim) => [claim, null]),
  );
  const names = new Map<string, OperationNames>();
  const owners = new Map<string, Operation>();
  const reads = ({ method }: Operation) => /^(GET|HEAD|QUERY)$/.test(method);
  // A name that a model knows from reading must not come to mean a deletion.
  for (const one of [...operations].sort((a, b) => +reads(b) - +reads(a)))
    owners.set(idOf(one), owners.get(idOf(one)) ?? one);
  const wanted = gather(
    operations.map((one) => [toIdentifier(tellingId(one)), one]),
  );
  const candidates = operations.map((operation) => {
    const id = idOf(operation);
    const isRepeated = id !== "" && owners.get(id) !== operation;
    const key = operationKey(operation);
    const own = toIdentifier(tellingId(operation));
    const isOwn =
      known.get(key) === fileName(own) || wanted.get(own)?.length === 1;
    const given = givenNames.get(key);
    const plain = given ?? plainName(operation, isOwn, maxLength);
    const hadIt = known.get(key) === fileName(plain);
    const isFirst = given !== undefined || hadIt;
    const claim = isRepeated ? 3 : id === plain ? 1 : 2;
    return { operation, id, key, plain, rank: isFirst ? 0 : claim };
  });
  candidates.sort(
    (a, b) =>
      a.rank - b.rank ||
      byCodeUnit(a.operation.path, b.operation.path) ||
      byCodeUnit(a.operation.method, b.operation.method),
  );
  for (const candidate of candidates) {
    const { id, key, plain } = candidate;
    const name = unique(plain, key, taken, maxLength);
    const owner = claimsOf(plain)
      .map((claim) => taken.get(claim))
      .find((one) => one !== undefined);
    const isGiven = givenNames.has(owner?.key ?? "") || givenNames.has(key);
    const isSameId = id !== "" && owner?.id === id;
    const isTold = owner === null || isGiven || isSameId;
    if (owner !== undefined && isTold) {
      const holder = owner?.key ?? null;
      onTaken?.({ owner: holder, other: key, wanted: plain, name, isGiven });
    }
    for (const claim of claimsOf(name)) taken.set(claim, candidate);
    names.set(key, named(name));
  }
  return names;
}

/** Names that are made of one text alone, whatever else has them. */
export function namesOf(text: string): OperationNames {
  return named(toIdentifier(text).slice(0, MAX_NAME) || "value");
}

function named(name: string): OperationNames {
  return { name, file: fileName(name), exportName: exportName(name) };
}

/** What the document calls an operation; empty: nothing. */
function idOf({ asked, operationId }: Operation): string {
  return asked.name || (operationId ?? "");
}

/** A function of one word that the path doesn't say (`read`) tells nothing without it. */
function tellingId(operation: Operation): string {
  const { method, operationId, path } = operation;
  const own = functionOf(operation);
  const isTelling = own.includes("_") || path.split("/").includes(own);
  if (own === "" || isTelling) return ownId(operation);
  const [id = ""] =
    operationId?.slice(0, -`_${method}`.length).split("__") ?? [];
  return id;
}

/** Functions of one name, in several files of a FastAPI, are told apart by the paths behind it. */
function plainName(
  operation: Operation,
  isOwn: boolean,
  maxLength: number,
): string {
  const [id = ""] = operation.operationId?.split("__") ?? [];
  const fromId = toIdentifier(
    operation.asked.name || (isOwn ? tellingId(operation) : id),
  );
  const name = fromId === "" ? nameFromRoute(operation) : fromId;
  return name.length <= maxLength
    ? name
    : withSuffix(name, operationKey(operation), maxLength);
}

function nameFromRoute({ method, path }: Operation): string {
  return toIdentifier(`${method.toLowerCase()}_${path}`);
}

/** What no other operation may have: a client, a file system or a module would take the two for one. */
function claimsOf(name: string): string[] {
  return [
    `name ${name.toLowerCase()}`,
    `file ${fileName(name)}`,
    `export ${exportName(name)}`,
  ];
}

function unique(
  plain: string,
  key: string,
  taken: ReadonlyMap<string, unknown>,
  maxLength: number,
): string {
  let name = plain;
  for (let salt = 0; claimsOf(name).some((claim) => taken.has(claim)); salt++) {
    name = withSuffix(plain, salt === 0 ? key : `${key} ${salt}`, maxLength);
  }
  return name;
}

/** Words that are too many go from the middle: names of one API begin alike, and end with what is their own. */
function withSuffix(name: string, seed: string, maxLength: number): string {
  const suffix = `_${shortHash(seed)}`;
  const room = maxLength - suffix.length;
  if (name.length <= room) return name + suffix;
  // One character more tells whether a word ends where it is cut.
  const last = name.slice(-room / 2 - 1).replace(/^[a-z0-9]*_*(?=.)/, "");
  const rest = room - last.length - 1;
  const first = name
    .slice(0, rest + 1)
    .replace(/(_|(?<=[a-z0-9])(?=[A-Z]))[A-Z]?[a-z0-9]*$/, "");
  return `${first.slice(0, rest)}_${last}${suffix}`;
}

/** Names of files that mean something else: to us, or to Windows. */
const RESERVED_FILE = /^(index|con|prn|aux|nul|(com|lpt)[0-9])$/;

function fileName(name: string): string {
  const file = kebabCase(name);
  return RESERVED_FILE.test(file) ? `${file}_` : file;
}

// prettier-ignore
const RESERVED_WORDS = new Set([
  "arguments", "await", "break", "case", "catch", "class", "const", "continue", "debugger", "default",
  "delete", "do", "else", "enum", "eval", "export", "extends", "false", "finally", "for", "function",
  "if", "implements", "import", "in", "instanceof", "interface", "let", "new", "null", "package",
  "private", "protected", "public", "return", "static", "super", "switch", "this", "throw", "true",
  "try", "typeof", "undefined", "var", "void", "while", "with", "yield",
  // Names that an emitted module imports.
  "defineResource", "defineTemplate", "defineTool", "operations",
]);

function exportName(name: string): string {
  const [first = "", ...rest] = kebabCase(name).split("-");
  const camel =
    first +
    rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  const identifier = /^[0-9]/.test(camel) ? `_${camel}` : camel;
  return RESERVED_WORDS.has(identifier) ? `${identifier}_` : identifier;
}

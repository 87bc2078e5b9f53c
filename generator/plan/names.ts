import { MAX_NAME } from "../config/source-name.js";
import { type Operation, operationKey } from "../model.js";
import { functionOf, ownId } from "../describe/operation-id.js";
import { kebabCase, toIdentifier } from "../describe/identifiers.js";
import { byCodeUnit } from "../shared/order.js";
import { gather } from "../shared/group-by.js";
import { formerKebabCase, formerWithHash } from "./former-names.js";
import { appendHash, shortenName } from "./name-words.js";

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
  /** Longest operationId that is a name as it is declared, in characters. Default: 64. */
  readonly maxDeclared?: number;
  /** File names of last time, by `METHOD path`: an operation never loses its name to a newcomer. */
  readonly known: ReadonlyMap<string, string>;
  /** `as-declared`: operationIds that clients take stay as they are; `renew`: names of last time are made anew. */
  readonly names?: "as-declared" | "renew" | null;
  /** Names that the config gives, by `METHOD path`; taken before all others. */
  readonly given?: ReadonlyMap<string, string>;
  /** Names that nothing may have. */
  readonly reserved?: readonly string[];
  /** Hears of two operations, by `METHOD path`, that the config or one operationId gives the same name. */
  readonly onTaken?: (clash: Clash) => void;
}

/** Characters that all known clients take. */
const MAX_DECLARED = 64;

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

/** How names are made to fit, and what their files are called. */
interface NamingRules {
  /** A name in at most `maxLength` characters. */
  readonly fit: Shortener;
  /** A name with a hash of `seed`, in at most `maxLength` characters. */
  readonly withHash: Shortener;
  readonly toKebabCase: (name: string) => string;
}

type Shortener = (
  name: string,
  operation: Operation,
  seed: string,
  maxLength: number,
) => string;

const RULES: NamingRules = {
  fit: (name, operation, seed, maxLength) =>
    name.length <= maxLength
      ? name
      : shortenName(name, operation, seed, maxLength),
  withHash: appendHash,
  toKebabCase: kebabCase,
};

/** Those of what the lock knows by a name that they made. */
const FORMER_RULES: NamingRules = {
  fit: (name, _operation, seed, maxLength) =>
    name.length <= maxLength ? name : formerWithHash(name, seed, maxLength),
  withHash: (name, _operation, seed, maxLength) =>
    formerWithHash(name, seed, maxLength),
  toKebabCase: formerKebabCase,
};

/**
 * Names for all operations, by `METHOD path`. A name depends on its own operation alone, except
 * where two would get the same one: then one keeps it (the one that had it, else the one whose
 * operationId it is, where several have it the first that only reads or else the first of the document,
 * else the first by path) and the others get a suffix made from method and path. What the lock knows by a name of the
 * former rules is named by them.
 */
export function nameOperations(
  operations: readonly Operation[],
  options: NamingOptions,
): Map<string, OperationNames> {
  const { known, maxLength, onTaken, reserved = [] } = options;
  const givenNames = options.given ?? new Map<string, string>();
  /** Null: nothing may have it. */
  const taken = new Map<string, { id: string; key: string } | null>(
    reserved
      .flatMap((name) => claimsOf(name, RULES))
      .map((claim) => [claim, null]),
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
    const last = known.get(key);
    const wasOwn = [RULES, FORMER_RULES].some(
      (rules) => last === fileName(own, rules),
    );
    const isOwn = wasOwn || wanted.get(own)?.length === 1;
    const given = givenNames.get(key) ?? declaredName(operation, options);
    const long = given ?? wholeName(operation, isOwn);
    const plainBy = (rules: NamingRules) =>
      given ?? rules.fit(long, operation, key, maxLength);
    const isMadeBy = (rules: NamingRules) => {
      const plain = plainBy(rules);
      const hashed = rules.withHash(plain, operation, key, maxLength);
      return [plain, hashed].some((name) => last === fileName(name, rules));
    };
    const isFormer =
      options.names !== "renew" && !isMadeBy(RULES) && isMadeBy(FORMER_RULES);
    const rules = isFormer ? FORMER_RULES : RULES;
    const plain = plainBy(rules);
    const isFirst = givenNames.has(key) || last === fileName(plain, rules);
    const claim = isRepeated ? 3 : id === plain ? 1 : 2;
    return { operation, id, key, plain, rules, rank: isFirst ? 0 : claim };
  });
  candidates.sort(
    (a, b) =>
      a.rank - b.rank ||
      byCodeUnit(a.operation.path, b.operation.path) ||
      byCodeUnit(a.operation.method, b.operation.method),
  );
  for (const candidate of candidates) {
    const { id, key, plain, rules } = candidate;
    const name = unique(candidate, taken, maxLength);
    const owner = claimsOf(plain, rules)
      .map((claim) => taken.get(claim))
      .find((one) => one !== undefined);
    const isGiven = givenNames.has(owner?.key ?? "") || givenNames.has(key);
    const isSameId = id !== "" && owner?.id === id;
    const isTold = owner === null || isGiven || isSameId;
    if (owner !== undefined && isTold) {
      const holder = owner?.key ?? null;
      onTaken?.({ owner: holder, other: key, wanted: plain, name, isGiven });
    }
    for (const claim of claimsOf(name, rules)) taken.set(claim, candidate);
    names.set(key, named(name, rules));
  }
  return names;
}

/** Names that are made of one text alone, whatever else has them, and without a lock that keeps them: the former rules hold. */
export function namesOf(text: string): OperationNames {
  const name = toIdentifier(text).slice(0, MAX_NAME) || "value";
  return named(name, FORMER_RULES);
}

function named(name: string, rules: NamingRules): OperationNames {
  return {
    name,
    file: fileName(name, rules),
    exportName: exportName(name, rules),
  };
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

/** The operationId itself, where the config asks for it and all known clients take it; undefined: the rules make a name. */
function declaredName(
  { asked, operationId }: Operation,
  { maxDeclared = MAX_DECLARED, names }: NamingOptions,
): string | undefined {
  const id = asked.name || (operationId ?? "");
  const isTaken = /^[A-Za-z0-9_-]+$/.test(id) && id.length <= maxDeclared;
  return names === "as-declared" && isTaken ? id : undefined;
}

/** Functions of one name, in several files of a FastAPI, are told apart by the paths behind it. */
function wholeName(operation: Operation, isOwn: boolean): string {
  const [id = ""] = operation.operationId?.split("__") ?? [];
  const fromId = toIdentifier(
    operation.asked.name || (isOwn ? tellingId(operation) : id),
  );
  return fromId === "" ? nameFromRoute(operation) : fromId;
}

function nameFromRoute({ method, path }: Operation): string {
  return toIdentifier(`${method.toLowerCase()}_${path}`);
}

/** What no other operation may have: a client, a file system or a module would take the two for one. */
function claimsOf(name: string, rules: NamingRules): string[] {
  return [
    `name ${name.toLowerCase()}`,
    `file ${fileName(name, rules)}`,
    `export ${exportName(name, rules)}`,
  ];
}

function unique(
  candidate: {
    readonly operation: Operation;
    readonly key: string;
    readonly plain: string;
    readonly rules: NamingRules;
  },
  taken: ReadonlyMap<string, unknown>,
  maxLength: number,
): string {
  const { key, operation, plain, rules } = candidate;
  let name = plain;
  const isTaken = (claim: string) => taken.has(claim);
  for (let salt = 0; claimsOf(name, rules).some(isTaken); salt++) {
    const seed = salt === 0 ? key : `${key} ${salt}`;
    name = rules.withHash(plain, operation, seed, maxLength);
  }
  return name;
}

/** Names of files that mean something else: to us, or to Windows. */
const RESERVED_FILE = /^(index|con|prn|aux|nul|(com|lpt)[0-9])$/;

function fileName(name: string, { toKebabCase }: NamingRules): string {
  const file = toKebabCase(name);
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

function exportName(name: string, { toKebabCase }: NamingRules): string {
  const [first = "", ...rest] = toKebabCase(name).split("-");
  const camel =
    first +
    rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  const identifier = /^[0-9]/.test(camel) ? `_${camel}` : camel;
  return RESERVED_WORDS.has(identifier) ? `${identifier}_` : identifier;
}

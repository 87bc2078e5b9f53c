import { MAX_TOOL_NAME_LENGTH } from "../config/source-name.js";
import { type Operation, operationKey } from "../model.js";
import { viewOperationId } from "../describe/operation-id.js";
import { kebabCase, toIdentifier } from "../describe/identifiers.js";
import { compareCodeUnits } from "../shared/order.js";
import { groupBy } from "../shared/group-by.js";
import { appendHash, shortenName } from "./name-words.js";

/** Names of an operation's component, file and constant, decided in one place. */
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
  /** Longest operationId, in characters, that is a name as it is declared. Default: 64. */
  readonly maxDeclared?: number;
  /** File names of the last run, by `METHOD path`: an operation never loses its name to a newcomer. */
  readonly knownFiles: ReadonlyMap<string, string>;
  /** `as-declared`: operationIds that clients take stay as they are. */
  readonly names?: "as-declared" | "renew" | null;
  /** Names that the config gives, by `METHOD path`; taken before all others. */
  readonly configuredNames?: ReadonlyMap<string, string>;
  /** Names that nothing may have. */
  readonly reservedNames?: readonly string[];
  /** Called for two operations, by `METHOD path`, that the config or one operationId gives the same name. */
  readonly onClash?: (clash: Clash) => void;
}

/** Longest operationId, in characters, that all known clients take as a name. */
const MAX_DECLARED = 64;

/** Two operations of one name, which the first has. */
export interface Clash {
  /** Null: the name is reserved. */
  readonly owner: string | null;
  readonly contender: string;
  readonly contestedName: string;
  /** Name that the contender gets instead. */
  readonly contenderName: string;
  /** True if the config gives the contested name. */
  readonly isConfigured: boolean;
}

/**
 * Names for all operations, by `METHOD path`. A name depends only on its operation, unless two operations would get the
 * same one. Then one keeps it: the one that had it, otherwise the one whose operationId it is (of several, the first
 * that only reads, or the first of the document), otherwise the first by path. The others get a suffix made from method
 * and path. A name that the lock has stays, also if it has a suffix.
 */
export function nameOperations(
  operations: readonly Operation[],
  options: NamingOptions,
): Map<string, OperationNames> {
  const { knownFiles, maxLength, onClash, reservedNames = [] } = options;
  const configuredNames = options.configuredNames ?? new Map<string, string>();
  /** Owner of each claim; null for a reserved name, which nothing may have. */
  const ownersByClaim = new Map<string, { id: string; key: string } | null>(
    reservedNames.flatMap(claimsOf).map((claim) => [claim, null]),
  );
  const names = new Map<string, OperationNames>();
  const ownersById = new Map<string, Operation>();
  const isReading = ({ method }: Operation) =>
    /^(GET|HEAD|QUERY)$/.test(method);
  // A name that a model knows from reading must not come to mean a deletion.
  for (const operation of [...operations].sort(
    (a, b) => +isReading(b) - +isReading(a),
  ))
    ownersById.set(
      declaredIdOf(operation),
      ownersById.get(declaredIdOf(operation)) ?? operation,
    );
  const operationsByName = groupBy(
    operations.map((operation) => [
      toIdentifier(distinctiveIdOf(operation)),
      operation,
    ]),
  );
  const candidates = operations.map((operation) => {
    const id = declaredIdOf(operation);
    const isRepeated = id !== "" && ownersById.get(id) !== operation;
    const key = operationKey(operation);
    const ownName = toIdentifier(distinctiveIdOf(operation));
    const lastFile = knownFiles.get(key);
    const keepsOwnName =
      lastFile === toFileName(ownName) ||
      operationsByName.get(ownName)?.length === 1;
    const fixedName =
      configuredNames.get(key) ?? declaredNameOf(operation, options);
    const plainNames =
      fixedName === undefined
        ? [keepsOwnName, !keepsOwnName].map((isOwn) =>
            toShortName(fullNameOf(operation, isOwn), operation, maxLength),
          )
        : [fixedName];
    const [newName = ""] = plainNames;
    const isKept = options.names !== "renew" && !configuredNames.has(key);
    const lastName = isKept
      ? findLastName(plainNames, lastFile, operation, maxLength)
      : undefined;
    const { name: baseName, plainName } = lastName ?? {
      name: newName,
      plainName: newName,
    };
    const hasFirstClaim =
      configuredNames.has(key) || lastFile === toFileName(baseName);
    const claimRank = isRepeated ? 3 : id === baseName ? 1 : 2;
    return {
      operation,
      id,
      key,
      baseName,
      plainName,
      rank: hasFirstClaim ? 0 : claimRank,
    };
  });
  candidates.sort(
    (a, b) =>
      a.rank - b.rank ||
      compareCodeUnits(a.operation.path, b.operation.path) ||
      compareCodeUnits(a.operation.method, b.operation.method),
  );
  for (const candidate of candidates) {
    const { id, key, baseName, plainName } = candidate;
    const name = makeUnique(candidate, ownersByClaim, maxLength);
    const owner = claimsOf(plainName)
      .map((claim) => ownersByClaim.get(claim))
      .find((candidateOwner) => candidateOwner !== undefined);
    const isConfigured =
      baseName === plainName &&
      (configuredNames.has(owner?.key ?? "") || configuredNames.has(key));
    const isSameId = id !== "" && owner?.id === id;
    const isReported = owner === null || isConfigured || isSameId;
    if (owner !== undefined && isReported) {
      const ownerKey = owner?.key ?? null;
      onClash?.({
        owner: ownerKey,
        contender: key,
        contestedName: plainName,
        contenderName: name,
        isConfigured,
      });
    }
    for (const claim of claimsOf(name)) ownersByClaim.set(claim, candidate);
    names.set(key, toOperationNames(name));
  }
  return names;
}

/**
 * Name of the last run, found by its file: it stays, with the hash or the path in it, though the operation that had the
 * plain name may have gone. Undefined if none of the names that the operation could have has that file.
 */
function findLastName(
  plainNames: readonly string[],
  lastFile: string | undefined,
  operation: Operation,
  maxLength: number,
): { readonly name: string; readonly plainName: string } | undefined {
  if (lastFile === undefined) return undefined;
  const key = operationKey(operation);
  return plainNames
    .flatMap((plainName) => [
      { name: plainName, plainName },
      { name: appendHash(plainName, operation, key, maxLength), plainName },
    ])
    .find(({ name }) => toFileName(name) === lastFile);
}

/** Names that are made of one text alone. They may not be unique, and no lock keeps them. */
export function toNames(text: string): OperationNames {
  return toOperationNames(
    toIdentifier(text).slice(0, MAX_TOOL_NAME_LENGTH) || "value",
  );
}

function toOperationNames(name: string): OperationNames {
  return {
    name,
    file: toFileName(name),
    exportName: toExportName(name),
  };
}

/** Name that an extension gives an operation, otherwise its operationId; empty if there is neither. */
function declaredIdOf({ hints, operationId }: Operation): string {
  return hints.name || (operationId ?? "");
}

/**
 * Base of the operationId that distinguishes operations. A FastAPI function of one word that the path doesn't contain
 * (`read`) says nothing without its path, so the path's part stays.
 */
function distinctiveIdOf(operation: Operation): string {
  const { method, operationId, path } = operation;
  const { baseId, functionName } = viewOperationId(operation);
  const isDistinctive =
    functionName.includes("_") || path.split("/").includes(functionName);
  if (functionName === "" || isDistinctive) return baseId;
  const [id = ""] =
    operationId?.slice(0, -`_${method}`.length).split("__") ?? [];
  return id;
}

/**
 * OperationId itself, if the config asks for it and all known clients take it; undefined if the
 * rules make a name.
 */
function declaredNameOf(
  { hints, operationId }: Operation,
  { maxDeclared = MAX_DECLARED, names }: NamingOptions,
): string | undefined {
  const id = hints.name || (operationId ?? "");
  const isAccepted = /^[A-Za-z0-9_-]+$/.test(id) && id.length <= maxDeclared;
  return names === "as-declared" && isAccepted ? id : undefined;
}

/**
 * Full name of an operation, from its operationId, otherwise from its route. FastAPI functions of one name in several
 * files are distinguished by the path behind the name.
 */
function fullNameOf(operation: Operation, keepsOwnName: boolean): string {
  const [functionName = ""] = operation.operationId?.split("__") ?? [];
  const declaredName = toIdentifier(
    operation.hints.name ||
      (keepsOwnName ? distinctiveIdOf(operation) : functionName),
  );
  return declaredName === "" ? toRouteName(operation) : declaredName;
}

function toShortName(
  name: string,
  operation: Operation,
  maxLength: number,
): string {
  return name.length <= maxLength
    ? name
    : shortenName(name, operation, operationKey(operation), maxLength);
}

function toRouteName({ method, path }: Operation): string {
  return toIdentifier(`${method.toLowerCase()}_${path}`);
}

/**
 * Claims of a name, of which two operations may share none: a client, a file system or a module
 * would take the two for one.
 */
function claimsOf(name: string): string[] {
  return [
    `name ${name.toLowerCase()}`,
    `file ${toFileName(name)}`,
    `export ${toExportName(name)}`,
  ];
}

function makeUnique(
  candidate: {
    readonly operation: Operation;
    readonly key: string;
    readonly baseName: string;
  },
  takenClaims: ReadonlyMap<string, unknown>,
  maxLength: number,
): string {
  const { key, operation, baseName } = candidate;
  let name = baseName;
  const isClaimTaken = (claim: string) => takenClaims.has(claim);
  for (let salt = 0; claimsOf(name).some(isClaimTaken); salt++) {
    const seed = salt === 0 ? key : `${key} ${salt}`;
    name = appendHash(baseName, operation, seed, maxLength);
  }
  return name;
}

/** Names of files that mean something else: to us, or to Windows. */
const RESERVED_FILE = /^(index|con|prn|aux|nul|(com|lpt)[0-9])$/;

function toFileName(name: string): string {
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

function toExportName(name: string): string {
  const [firstWord = "", ...otherWords] = kebabCase(name).split("-");
  const camelCaseName =
    firstWord +
    otherWords
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join("");
  const identifier = /^[0-9]/.test(camelCaseName)
    ? `_${camelCaseName}`
    : camelCaseName;
  return RESERVED_WORDS.has(identifier) ? `${identifier}_` : identifier;
}

import { MAX_TOOL_NAME_LENGTH } from "../config/source-name.js";
import { type Operation, operationKey } from "../model.js";
import { viewOperationId } from "../describe/operation-id.js";
import { kebabCase, toIdentifier } from "../describe/identifiers.js";
import { compareCodeUnits } from "../shared/order.js";
import { groupBy } from "../shared/group-by.js";
import { appendHash, shortenName } from "./name-words.js";

/** Names of an operation's component, file and constant, decided in one place. */
export interface OperationNames {
  /** `create_pet`: name that clients see; unique without regard to case, unless the config or the document says otherwise. */
  readonly name: string;
  /** `create-pet`: file name without extension. */
  readonly file: string;
  /** `createPet`: the exported constant. */
  readonly exportName: string;
}

export interface NamingOptions {
  /** Longest name, in characters. */
  readonly maxLength: number;
  /** Longest operationId, in characters, that is a name as it is declared. Default: 128. */
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

/** Longest name, in characters, that MCP takes. https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-names */
export const MAX_MCP_NAME = 128;

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
    reservedNames
      .flatMap((name) => claimsOfNames(toOperationNames(name)))
      .map((claim) => [claim, null]),
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
    const isKept = options.names !== "renew" && fixedName === undefined;
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
      isExact: fixedName !== undefined,
      lastFile,
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
    const operationNames = candidate.isExact
      ? toExactNames(name, candidate, ownersByClaim, maxLength)
      : toOperationNames(name);
    const contestedClaims = candidate.isExact
      ? [exactClaimOf(plainName)]
      : claimsOf(plainName);
    const owner = contestedClaims
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
    for (const claim of claimsOfNames(operationNames))
      ownersByClaim.set(claim, candidate);
    names.set(key, operationNames);
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

/** OperationId itself, if the config asks for it and MCP takes it; undefined if the rules make a name. */
function declaredNameOf(
  { hints, operationId }: Operation,
  { maxDeclared = MAX_MCP_NAME, names }: NamingOptions,
): string | undefined {
  const id = hints.name || (operationId ?? "");
  const isAccepted = /^[A-Za-z0-9_.-]+$/.test(id) && id.length <= maxDeclared;
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

/** Claim of a name as it is, which is all that names of the config or the document have to differ in. */
function exactClaimOf(name: string): string {
  return `exactly ${name}`;
}

/** Claims of what an operation has. */
function claimsOfNames({ exportName, file, name }: OperationNames): string[] {
  return [
    exactClaimOf(name),
    `name ${name.toLowerCase()}`,
    `file ${file}`,
    `export ${exportName}`,
  ];
}

/** Longest name, in characters, that is also the name of a file. */
const MAX_FILE_NAME = 64;

/**
 * Names of an operation whose name stays as it is. If another operation has its file or constant, since their names
 * differ in case or punctuation only, the file and the constant get a suffix, which they keep.
 */
function toExactNames(
  name: string,
  candidate: {
    readonly key: string;
    readonly lastFile: string | undefined;
    readonly operation: Operation;
  },
  takenClaims: ReadonlyMap<string, unknown>,
  maxLength: number,
): OperationNames {
  const { key, lastFile, operation } = candidate;
  const usable = toIdentifier(name) === "" ? toRouteName(operation) : name;
  const baseName =
    usable.length <= MAX_FILE_NAME
      ? usable
      : shortenName(toIdentifier(usable), operation, key, maxLength);
  const toNamesWith = (fileName: string) => ({
    ...toOperationNames(fileName),
    name,
  });
  const plainNames = toNamesWith(baseName);
  const suffixedNames = (salt: number) =>
    toNamesWith(
      appendHash(
        toIdentifier(baseName),
        operation,
        salt === 0 ? key : `${key} ${salt}`,
        maxLength,
      ),
    );
  const isTaken = ({ exportName, file }: OperationNames) =>
    takenClaims.has(`file ${file}`) || takenClaims.has(`export ${exportName}`);
  let names = suffixedNames(0);
  if (names.file !== lastFile) names = plainNames;
  for (let salt = 0; isTaken(names); salt++) names = suffixedNames(salt);
  return names;
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
    /** True if the name may differ from others in case or punctuation only. */
    readonly isExact: boolean;
  },
  takenClaims: ReadonlyMap<string, unknown>,
  maxLength: number,
): string {
  const { baseName, isExact, key, operation } = candidate;
  let name = baseName;
  const isTaken = (candidateName: string) =>
    isExact && candidateName === baseName
      ? takenClaims.has(exactClaimOf(candidateName))
      : claimsOf(candidateName).some((claim) => takenClaims.has(claim));
  for (let salt = 0; isTaken(name); salt++) {
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

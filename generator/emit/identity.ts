import { basename, resolve } from "node:path";
import type { ResolvedConfig } from "../config/resolve-config.js";
import { ToolwrightError } from "../errors.js";
import {
  evaluateLiteral,
  findCalls,
  findConstant,
  parse,
  readPlainConstants,
} from "../source/evaluate.js";
import { getMember, isObject, readText } from "../shared/json.js";
import { toSlug } from "../shared/slug.js";
import type { Lock } from "../project/outcome.js";
import { toRegistryName, toPackageName, titleOf } from "./mcp-registry.js";
import type { Identity, PlannedApi } from "./planned-files.js";
import { toPackageVersion } from "./version.js";

/** Project as the last generation left it. */
export interface PreviousProject {
  readonly lock: Lock | null;
  /** Reads the text of a file on disk. Undefined if only the lock counts. */
  readonly readCurrent?: ((path: string) => string | undefined) | undefined;
  /** Output folder, and the folder that it is relative to. Undefined if none is named. */
  readonly out?: string | undefined;
  readonly cwd?: string | undefined;
}

/** Names of output folders that say nothing of the API. */
const COMMON_FOLDERS = /^(?:mcp|server|app|api|out|dist|generated)$/i;

/** Name of a server in the MCP registry: https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json */
const REGISTRY_NAME = /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/;

/** Name of a package as npm takes it: https://docs.npmjs.com/cli/v11/configuring-npm/package-json#name */
const PACKAGE_NAME = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/;

/**
 * Settles a project's identity. The package is called by the option `name`, otherwise as in the folder's package.json,
 * otherwise by the output folder, otherwise by the titles of the APIs.
 */
export function settleIdentity(
  apis: readonly Pick<PlannedApi, "api">[],
  settings: Pick<ResolvedConfig, "name" | "version">,
  project: PreviousProject,
): Identity {
  const { name, version } = settings;
  const title = titleOf(apis);
  const manifest = readLastManifest(project);
  const newName = toPackageName(name ?? folderName(project) ?? title);
  const packageName =
    name === null ? (packageNameOf(project, manifest) ?? newName) : newName;
  const key = name === null ? keyOf(project) : undefined;
  const serverName = name ?? readServerName(project) ?? title;
  const lastRegistryName = registryNameIn(manifest);
  const currentRegistryName = registryNameIn(
    parseJson(project.readCurrent?.("package.json") ?? ""),
  );
  // A name that a hand has set in package.json is that of all files.
  const registryName =
    name === null || currentRegistryName !== lastRegistryName
      ? (currentRegistryName ?? lastRegistryName)
      : undefined;
  return {
    packageName,
    key: key ?? (toSlug(packageName.replace(/^@.*\//, "")) || newName),
    registryName: registryName ?? toRegistryName(packageName),
    author: readAuthor(project) ?? "your-name",
    serverName,
    title: name !== null || title === serverName ? null : title,
    ...settleVersion(apis, version, project),
  };
}

/** Identity of a project whose server has had a name before. */
export function keepServerName(
  identity: Identity,
  serverName: string,
): Identity {
  const title = identity.title ?? identity.serverName;
  return {
    ...identity,
    serverName,
    title: title === serverName ? null : title,
  };
}

/** Files that have the version of the server, in the order in which a version that a hand set there counts. */
const VERSIONED_FILES = [
  "package.json",
  "src/server.ts",
  "src/server-card.ts",
  "server.json",
  "manifest.json",
];

/**
 * Settles the version of a server, once for all its files: that of the option, otherwise the one that a hand has set in
 * one of them, otherwise that of the document.
 */
function settleVersion(
  apis: readonly Pick<PlannedApi, "api">[],
  version: string | null,
  project: PreviousProject,
): Pick<Identity, "keptVersions" | "version"> {
  if (version !== null)
    return { version: toPackageVersion(version), keptVersions: {} };
  const editedVersions = VERSIONED_FILES.flatMap((path) => {
    const edited = readEditedVersion(path, project);
    return edited === null ? [] : [{ path, ...edited }];
  });
  const [first] = editedVersions;
  const documentVersion = apis.length === 1 ? (apis[0]?.api.version ?? "") : "";
  return {
    version: toPackageVersion(first?.currentVersion ?? documentVersion),
    keptVersions: Object.fromEntries(
      editedVersions.map(({ lastVersion, path }) => [path, lastVersion]),
    ),
  };
}

/** Name of the output folder, if it says something of the API. */
function folderName({ cwd, out }: PreviousProject) {
  if (out === undefined || cwd === undefined) return undefined;
  if (resolve(cwd, out) === resolve(cwd)) return undefined;
  const name = basename(resolve(cwd, out));
  return COMMON_FOLDERS.test(name) || toSlug(name) === "" ? undefined : name;
}

/** Name of the package: of the file on disk, otherwise as it was generated last. */
function packageNameOf(project: PreviousProject, lastManifest: unknown) {
  const currentText = project.readCurrent?.("package.json") ?? "";
  return [parseJson(currentText), lastManifest]
    .map((manifest) => readText(getMember(manifest, "name") ?? ""))
    .find((name) => name.length <= 214 && PACKAGE_NAME.test(name));
}

/** Name in the MCP registry, as a manifest has it; undefined for one that the registry would refuse. */
function registryNameIn(manifest: unknown): string | undefined {
  const name = readText(getMember(manifest, "mcpName") ?? "");
  return REGISTRY_NAME.test(name) && name.length <= 200 ? name : undefined;
}

function readLastManifest(project: PreviousProject): unknown {
  return parseJson(lastTextOf("package.json", project));
}

/** Key of the server in `.mcp.json`, as it was generated last. */
function keyOf(project: PreviousProject): string | undefined {
  const config = parseJson(lastTextOf(".mcp.json", project));
  const servers = getMember(config, "mcpServers");
  return Object.keys(isObject(servers) ? servers : {}).find((key) =>
    /^[a-z0-9][a-z0-9-]*$/.test(key),
  );
}

/** Author in the manifest of a bundle, as it was generated last. */
function readAuthor(project: PreviousProject): string | undefined {
  const manifest = parseJson(lastTextOf("manifest.json", project));
  return (
    readText(getMember(getMember(manifest, "author"), "name")) || undefined
  );
}

/** Name of the server, as it was generated last. */
function readServerName(project: PreviousProject): string | undefined {
  return readPrintedMember("name", lastTextOf("src/server.ts", project));
}

/**
 * Version of a file as it was generated last and as it is, if the user has changed it: what is not generated again makes
 * no conflict with their version, which stays. Null if no one has.
 */
function readEditedVersion(
  path: string,
  project: PreviousProject,
): { readonly lastVersion: string; readonly currentVersion: string } | null {
  const lastText = lastTextOf(path, project);
  const isJson = path.endsWith(".json");
  const lastVersion = isJson
    ? readJsonVersion(lastText)
    : readPrintedMember("version", lastText);
  const currentText = project.readCurrent?.(path);
  if (lastVersion === undefined || currentText === undefined) return null;
  // The compiler, which takes a while to load, is for modules that were edited.
  if (currentText === lastText) return null;
  const currentVersion = isJson
    ? readJsonVersion(currentText)
    : readEditedMember("version", path, currentText);
  return currentVersion === undefined || currentVersion === lastVersion
    ? null
    : { lastVersion, currentVersion };
}

function readJsonVersion(text: string): string | undefined {
  return readText(getMember(parseJson(text), "version") ?? "") || undefined;
}

/** Lines of members with a plain text, as they are printed. */
const MEMBERS = {
  name: /^ {2}name: ("(?:[^"\\\n]|\\.)*"|'[^'\\\n]*'),$/m,
  version: /^ {2}version: ("(?:[^"\\\n]|\\.)*"|'[^'\\\n]*'),$/m,
};

/** Member of the server or of its card in a module as it was generated last. */
function readPrintedMember(name: "name" | "version", text: string) {
  const start = text.search(/\bdefineServer\(\{|^export const card\b/m);
  const [, quotedText] =
    MEMBERS[name].exec(text.slice(Math.max(0, start))) ?? [];
  if (quotedText === undefined) return undefined;
  if (quotedText.startsWith("'")) return quotedText.slice(1, -1);
  const member = parseJson(quotedText);
  return typeof member === "string" ? member : undefined;
}

/** Member of the server or of its card in a module as edited, if it is a text or a constant that is one. */
function readEditedMember(
  name: "name" | "version",
  path: string,
  text: string,
) {
  const source = parse(path, text);
  const [call] = findCalls(source, "defineServer");
  const node = call?.arguments[0] ?? findConstant(source, "card");
  const member = node && evaluateLiteral(node, readPlainConstants(source));
  return readText(getMember(member, name) ?? "") || undefined;
}

/** Text of a file as it was generated last; empty if there is none. */
export function lastTextOf(path: string, { lock }: PreviousProject): string {
  try {
    return lock?.files.get(path)?.text() ?? "";
  } catch (error) {
    // A damaged line is reported when the file is merged.
    if (error instanceof ToolwrightError) return "";
    throw error;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

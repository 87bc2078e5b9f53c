import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { truncateText, INVALID_PARAMS, ProtocolError } from "../../../index.js";
import type { Feature, MethodHandlers } from "../../../index.js";
import { parseFrontmatter } from "./frontmatter.js";
import type { Frontmatter } from "./frontmatter.js";

/**
 * A skill: pages on the use of this server that clients load if they need them. https://agentskills.io/specification
 */
export interface Skill {
  readonly uri: string;
  readonly frontmatter: Frontmatter;
  readonly resources: readonly {
    readonly uri: string;
    readonly digest: string;
    readonly size: number;
  }[];
}

/** Limits of the protocol for one skill. */
const MAX_FILES = 512;
const MAX_BYTES = 16_777_216;

/** Cache hints: clients refresh after five minutes. Everyone who may connect may read skills. */
const CACHE_HINTS = { ttlMs: 300_000, cacheScope: "private" };
/** Error code of the protocol: https://modelcontextprotocol.io/specification/2025-11-25/server/resources#error-handling */
const RESOURCE_NOT_FOUND = -32002;

/**
 * Serves the folder `skills/` as it is when the server starts. `moduleUrl` is the `import.meta.url` of a module one
 * folder below the project. Throws if a SKILL.md is invalid.
 */
export function skills(moduleUrl: string): Feature {
  return {
    name: "skills",
    stage: "methods",
    methods: ({ handlers }) => addSkills(handlers, moduleUrl),
  };
}

function addSkills(
  {
    "resources/list": listResources = () => ({ resources: [] }),
    "resources/read": readResource,
    "resources/templates/list": listTemplates = () => ({
      resourceTemplates: [],
    }),
  }: MethodHandlers,
  moduleUrl: string,
): MethodHandlers {
  const { files, skills: skillList } = readSkills(moduleUrl);
  if (skillList.length === 0) return {};
  return {
    "resources/list": listResources,
    "resources/templates/list": listTemplates,
    "skills/list": () => ({ skills: skillList, ...CACHE_HINTS }),
    "skills/get"({ uri }) {
      const skill = skillList.find((candidate) => candidate.uri === uri);
      if (skill) return { skill, ...CACHE_HINTS };
      const shortUri = truncateText(typeof uri === "string" ? uri : "", 200);
      const message = `Skill not found: ${shortUri}`;
      throw new ProtocolError(INVALID_PARAMS, message);
    },
    "resources/read"(params, caller) {
      const { uri = "" } = params as { uri?: string }; // `dispatch` accepts only strings
      const bytes = files.get(uri);
      if (bytes) return { contents: [toContents(uri, bytes)] };
      if (readResource) return readResource(params, caller);
      const shortUri = truncateText(uri, 200);
      const message = `Resource not found: ${shortUri}`;
      throw new ProtocolError(RESOURCE_NOT_FOUND, message, { uri: shortUri });
    },
  };
}

/** Reads the skills beside a module, sorted, and their files by URI. Returns none if there is no such folder. */
export function readSkills(moduleUrl: string) {
  const files = new Map<string, Buffer>();
  // A bundle on a host without files does not know its own location.
  const folder = URL.canParse("../skills/", moduleUrl)
    ? new URL("../skills/", moduleUrl)
    : undefined;
  const names = folder === undefined ? [] : listEntries(folder);
  const skills = names
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    // Other folders hold files of editors, or pictures that several skills share.
    .filter((name) =>
      existsSync(new URL(`${encodeName(name)}/SKILL.md`, folder)),
    )
    .sort()
    .map((name): Skill => {
      const root = `skill://${encodeName(name)}/`;
      const skillFiles = new Map<string, Buffer>();
      readFolder(new URL(`${encodeName(name)}/`, folder), root, skillFiles);
      const bytes = [...skillFiles.values()].reduce(
        (sum, content) => sum + content.length,
        0,
      );
      if (skillFiles.size > MAX_FILES || bytes > MAX_BYTES)
        throw new Error(
          `skills/${name} has more than ${MAX_FILES} files or 16 MiB. Remove some.`,
        );
      for (const [uri, content] of skillFiles) files.set(uri, content);
      const uri = `${root}SKILL.md`;
      const frontmatter = parseFrontmatter(
        skillFiles.get(uri)?.toString() ?? "",
      );
      if (frontmatter?.["name"] !== name || !frontmatter["description"])
        throw new Error(
          `skills/${name}/SKILL.md must begin with lines "---", "name: ${name}", "description: …" and "---".`,
        );
      const resources = [...skillFiles].map(([file, content]) => ({
        uri: file,
        digest: `sha256:${createHash("sha256").update(content).digest("hex")}`,
        size: content.length,
      }));
      return { uri, frontmatter, resources };
    });
  return { files, skills };
}

/** Encodes the name of a file or folder for a URL. `%2e%2e` is an ordinary name then, and leads to no parent folder. */
const encodeName = encodeURIComponent;

/** Reads the files of a folder. Skips names that begin with a full stop, and does not follow links. */
function readFolder(folder: URL, uri: string, files: Map<string, Buffer>) {
  for (const entry of listEntries(folder)) {
    const name = encodeName(entry.name);
    if (entry.name.startsWith(".")) continue;
    if (entry.isDirectory())
      readFolder(new URL(`${name}/`, folder), `${uri}${name}/`, files);
    else if (entry.isFile())
      files.set(uri + name, readFileSync(new URL(name, folder)));
  }
}

function listEntries(folder: URL) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return []; // no skills, or a host without files
  }
}

function toContents(uri: string, bytes: Buffer) {
  const text = bytes.toString();
  const isText = Buffer.from(text).equals(bytes);
  if (!isText) return { uri, blob: bytes.toString("base64") };
  const mimeType = uri.endsWith(".md") ? "text/markdown" : "text/plain";
  return { uri, mimeType, text };
}

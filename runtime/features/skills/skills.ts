import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { truncateText, INVALID_PARAMS, ProtocolError } from "../../index.js";
import type { Feature } from "../../index.js";
import { parseFrontmatter } from "./frontmatter.js";
import type { Frontmatter } from "./frontmatter.js";

/** How to use this server, as pages that clients load when they need them: https://agentskills.io/specification */
export interface Skill {
  readonly uri: string;
  readonly frontmatter: Frontmatter;
  readonly resources: readonly {
    readonly uri: string;
    readonly digest: string;
    readonly size: number;
  }[];
}

/** What the protocol lets one skill have. */
const MOST_FILES = 512;
const MOST_BYTES = 16_777_216;

/** Clients look again after five minutes. Whoever may connect may read them. */
const FRESH = { ttlMs: 300_000, cacheScope: "private" };
/** https://modelcontextprotocol.io/specification/2025-11-25/server/resources#error-handling */
const RESOURCE_NOT_FOUND = -32002;

/**
 * Serves what stands in `skills/`, as it is when the server starts. `from` is the `import.meta.url` of a module one
 * folder below the project. Throws where a SKILL.md is none.
 */
export function skills(from: string): Feature {
  return ({ handlers }) => {
    const { files, skills: all } = readSkills(from);
    if (all.length === 0) return {};
    const { "resources/read": read } = handlers;
    return {
      "resources/list": () => ({ resources: [] }),
      "resources/templates/list": () => ({ resourceTemplates: [] }),
      ...handlers,
      "skills/list": () => ({ skills: all, ...FRESH }),
      "skills/get"({ uri }) {
        const skill = all.find((one) => one.uri === uri);
        if (skill) return { skill, ...FRESH };
        const asked = truncateText(typeof uri === "string" ? uri : "", 200);
        const message = `No skill has this URI: ${asked}`;
        throw new ProtocolError(INVALID_PARAMS, message);
      },
      "resources/read"(params, caller) {
        const { uri = "" } = params as { uri?: string }; // `respond` lets texts through alone
        const bytes = files.get(uri);
        if (bytes) return { contents: [toContents(uri, bytes)] };
        if (read) return read(params, caller);
        const asked = truncateText(uri, 200);
        const message = `No resource has this URI: ${asked}`;
        throw new ProtocolError(RESOURCE_NOT_FOUND, message, { uri: asked });
      },
    };
  };
}

/** All skills beside a module, sorted, and their files by URI; none where there is no such folder. */
export function readSkills(from: string) {
  const files = new Map<string, Buffer>();
  // A bundle on a host without files says nothing of where it stands.
  const folder = URL.canParse("../skills/", from)
    ? new URL("../skills/", from)
    : undefined;
  const names = folder === undefined ? [] : entriesOf(folder);
  const skills = names
    .filter((one) => one.isDirectory())
    .map(({ name }) => name)
    // Others hold what editors keep, or pictures of several.
    .filter((name) => existsSync(new URL(`${escaped(name)}/SKILL.md`, folder)))
    .sort()
    .map((name): Skill => {
      const root = `skill://${escaped(name)}/`;
      const own = new Map<string, Buffer>();
      readFolder(new URL(`${escaped(name)}/`, folder), root, own);
      const bytes = [...own.values()].reduce((sum, one) => sum + one.length, 0);
      if (own.size > MOST_FILES || bytes > MOST_BYTES)
        throw new Error(
          `skills/${name} has more than ${MOST_FILES} files or 16 MiB. Take some out.`,
        );
      for (const [uri, content] of own) files.set(uri, content);
      const uri = `${root}SKILL.md`;
      const frontmatter = parseFrontmatter(own.get(uri)?.toString() ?? "");
      if (frontmatter?.["name"] !== name || !frontmatter["description"])
        throw new Error(
          `skills/${name}/SKILL.md must begin with lines "---", "name: ${name}", "description: …" and "---".`,
        );
      const resources = [...own].map(([file, content]) => ({
        uri: file,
        digest: `sha256:${createHash("sha256").update(content).digest("hex")}`,
        size: content.length,
      }));
      return { uri, frontmatter, resources };
    });
  return { files, skills };
}

/** The name of a file or a folder in a URL: `%2e%2e` is a name as any other, and leads to no folder above. */
const escaped = encodeURIComponent;

/** What begins with a full stop is nobody's to read, and links are not followed. */
function readFolder(folder: URL, uri: string, into: Map<string, Buffer>) {
  for (const entry of entriesOf(folder)) {
    const name = escaped(entry.name);
    if (entry.name.startsWith(".")) continue;
    if (entry.isDirectory())
      readFolder(new URL(`${name}/`, folder), `${uri}${name}/`, into);
    else if (entry.isFile())
      into.set(uri + name, readFileSync(new URL(name, folder)));
  }
}

function entriesOf(folder: URL) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return []; // none was written, or there are no files here
  }
}

function toContents(uri: string, bytes: Buffer) {
  const text = bytes.toString();
  const isText = Buffer.from(text).equals(bytes);
  if (!isText) return { uri, blob: bytes.toString("base64") };
  const mimeType = uri.endsWith(".md") ? "text/markdown" : "text/plain";
  return { uri, mimeType, text };
}

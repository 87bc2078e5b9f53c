import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import {
  generate,
  type Config,
  type GenerateOptions,
} from "../../../generator/index.js";
import { brief } from "../merge/files.js";
import { edit } from "../merge/modules.js";
import { filesIn } from "../project/write/folder.js";
import { ownCache, temporaryFolder } from "../temporary.js";

type Pairs = Parameters<typeof edit>[1];

/** An emitted project in a temporary folder, as the users have it who edit it. */
export interface Project {
  readonly out: string;
  /** Runs `generate`, and returns in short the outcomes of files, without the unchanged ones. */
  generate(
    document: string,
    options?: GenerateOptions & { readonly config?: Config },
  ): Promise<string[]>;
  read(path: string): string;
  has(path: string): boolean;
  write(path: string, text: string): void;
  edit(path: string, ...pairs: Pairs): void;
  remove(path: string): void;
  /** Text of every file, by path. */
  files(): Record<string, string>;
}

/** First states of projects, by document and config, so that equal ones are generated once. */
const begun = new Map<
  string,
  { files: Record<string, string>; told: string[] }
>();

/** An empty project that goes away with the test. */
export function project(): Project {
  const folder = temporaryFolder();
  ownCache();
  const out = join(folder, "out");
  const full = (path: string) => join(out, path);
  const read = (path: string) => readFileSync(full(path), "utf8");
  const write = (path: string, text: string) => {
    mkdirSync(dirname(full(path)), { recursive: true });
    writeFileSync(full(path), text);
  };
  return {
    out,
    async generate(text, { config, ...options } = {}) {
      // Nothing beside it says how to lay it out.
      const isAlone = readdirSync(folder).length === 0;
      const isFirst = isAlone && Object.keys(options).length === 0;
      const key = JSON.stringify([text, config]);
      const same = isFirst ? begun.get(key) : undefined;
      if (same !== undefined) {
        for (const [path, text] of Object.entries(same.files))
          write(path, text);
        return same.told;
      }
      const { outcomes } = await generate(
        { out, allRoutesAsTools: true, ...config },
        { text, ...options },
      );
      const told = brief(outcomes.filter(({ kind }) => kind !== "unchanged"));
      if (isFirst) begun.set(key, { files: filesIn(out), told });
      return told;
    },
    read,
    has: (path) => existsSync(full(path)),
    write,
    edit: (path, ...pairs) => write(path, edit(read(path), pairs)),
    remove: (path) => rmSync(full(path)),
    files: () => filesIn(out),
  };
}

import {
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { onTestFinished, vi } from "vitest";
import {
  generate,
  type Config,
  type GenerateOptions,
} from "../../../generator/index.js";
import { brief } from "../merge/files.js";
import { edit } from "../merge/modules.js";
import { filesIn } from "../output/write/folder.js";
import { temporaryFolder } from "../temporary.js";

type Pairs = Parameters<typeof edit>[1];

/** An emitted project in a temporary folder, as the people have it who edit it. */
export interface Project {
  readonly out: string;
  /** Runs `generate`, and tells in short what became of files, the unchanged ones left out. */
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

/** An empty project that goes away with the test. */
export function project(): Project {
  const folder = temporaryFolder();
  // What the generator remembers between runs goes away with the rest.
  vi.stubEnv("XDG_CACHE_HOME", join(folder, "cache"));
  onTestFinished(() => void vi.unstubAllEnvs());
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
      const { outcomes } = await generate(
        { out, allRoutesAsTools: true, ...config },
        { text, ...options },
      );
      return brief(outcomes.filter(({ kind }) => kind !== "unchanged"));
    },
    read,
    has: (path) => existsSync(full(path)),
    write,
    edit: (path, ...pairs) => write(path, edit(read(path), pairs)),
    remove: (path) => rmSync(full(path)),
    files: () => filesIn(out),
  };
}

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** An edit of a file without components: its place, and the part of it that has to stay. */
export interface Other {
  readonly path: string;
  readonly kept: string;
}

/** Edits all that is not a component, in every file that can be meant. */
export function editOthers(out: string, paths: Iterable<string>): Other[] {
  const files = [...paths];
  return others.flatMap(([name, from, to, kept]) =>
    files
      .filter((path) =>
        typeof name === "string" ? path === name : name.test(path),
      )
      .map((path) => {
        const file = join(out, path);
        const text = readFileSync(file, "utf8");
        writeFileSync(file, text.replace(from, to));
        return { path, kept };
      }),
  );
}

/** Client files of all sources. */
const CLIENTS = /^src\/(?:[\w-]+-)?client\.ts$/;

/** The file, or all that are alike; a text that is generated in it, and what the user makes of it. */
const others: readonly (readonly [
  path: RegExp | string,
  from: RegExp,
  to: string,
  kept: string,
])[] = [
  [
    "package.json",
    /("dependencies": \{)/,
    `$1\n    "left-pad": "1.3.0",`,
    `"left-pad": "1.3.0"`,
  ],
  [
    "package.json",
    /("scripts": \{)/,
    `$1\n    "deploy": "node deploy.js",`,
    `"deploy": "node deploy.js"`,
  ],
  [
    "tsconfig.json",
    /("compilerOptions": \{)/,
    `$1\n    "sourceMap": true,`,
    `"sourceMap": true`,
  ],
  [
    "README.md",
    /(\n## )/,
    "\n## By hand\n\nOurs.\n$1",
    "## By hand\n\nOurs.\n",
  ],
  [".env.example", /$/, "\nOURS=1\n", "\nOURS=1\n"],
  [".gitignore", /$/, "coverage/\n", "coverage/\n"],
  [CLIENTS, /timeout: 30/, "timeout: 5", "timeout: 5"],
  [CLIENTS, /$/, '\nexport const by = "hand";\n', `export const by = "hand";`],
  [
    "src/server.ts",
    /$/,
    '\nexport const by = "hand";\n',
    `export const by = "hand";`,
  ],
  ["src/main.ts", /\n(?=import )/, "\n// By hand.\n", "// By hand.\n"],
  [
    /^src\/(?:[\w-]+\/)?tools\/index\.ts$/,
    /^/,
    "// By hand.\n\n",
    "// By hand.\n",
  ],
  [
    "src/runtime/media.ts",
    /$/,
    '\nexport const by = "hand";\n',
    `export const by = "hand";`,
  ],
];

/** Edits of what is no component: the file, a text that is generated in it, and what a person makes of it. */
export const others: readonly (readonly [
  path: string,
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
  ["src/client.ts", /timeout: 30/, "timeout: 5", "timeout: 5"],
  [
    "src/client.ts",
    /$/,
    '\nexport const by = "hand";\n',
    `export const by = "hand";`,
  ],
  [
    "src/server.ts",
    /$/,
    '\nexport const by = "hand";\n',
    `export const by = "hand";`,
  ],
  ["src/main.ts", /\n(?=import )/, "\n// By hand.\n", "// By hand.\n"],
  ["src/tools/index.ts", /^/, "// By hand.\n\n", "// By hand.\n"],
  [
    "src/runtime/media.ts",
    /$/,
    '\nexport const by = "hand";\n',
    `export const by = "hand";`,
  ],
];

import { expect, test } from "vitest";
import { mergeText } from "../../../generator/merge/merge-text.js";

interface Case {
  readonly path?: string;
  readonly base: string;
  readonly current: string;
  readonly incoming: string;
  readonly want: string;
}

const packageJson = `{
  "name": "pets-mcp",
  "scripts": {
    "build": "tsc",
    "start": "node dist/main.js"
  },
  "dependencies": {
    "ajv": "8.20.0",
    "axios": "1.21.1"
  }
}
`;

test.each<[string, Case]>([
  [
    "lines of their own places",
    {
      base: "a\nb\nc\n",
      current: "A\nb\nc\n",
      incoming: "a\nb\nC\n",
      want: "A\nb\nC\n",
    },
  ],
  [
    "neighbouring lines",
    { base: "a\nb\n", current: "A\nb\n", incoming: "a\nB\n", want: "A\nB\n" },
  ],
  [
    "a line added beside one that changed",
    {
      base: "a\nb\nc\n",
      current: "a\nb\nx\nc\n",
      incoming: "a\nB\nc\n",
      want: "a\nB\nx\nc\n",
    },
  ],
  [
    "both add at the same place",
    {
      base: "a\nc\n",
      current: "a\nmine\nc\n",
      incoming: "a\ntheirs\nc\n",
      want: "a\nmine\ntheirs\nc\n",
    },
  ],
  [
    "both add partly the same",
    {
      base: "a\n",
      current: "a\nx\nmine\n",
      incoming: "a\nx\ntheirs\n",
      want: "a\nx\nmine\ntheirs\n",
    },
  ],
  [
    "both change the same",
    { base: "a\nb\n", current: "a\nB\n", incoming: "a\nB\n", want: "a\nB\n" },
  ],
  [
    "white space at line ends",
    {
      base: "a  \nb\n",
      current: "a\nb\n",
      incoming: "a  \nB\n",
      want: "a\nB\n",
    },
  ],
  [
    "CRLF",
    {
      base: "a\nb\n",
      current: "A\r\nb\r\n",
      incoming: "a\nB\n",
      want: "A\r\nB\r\n",
    },
  ],
  [
    "no line end at the end",
    { base: "a\nb\n", current: "A\nb", incoming: "a\nb\nc\n", want: "A\nb\nc" },
  ],
  [
    "a wider column of a table",
    {
      base: "| Tool | Does |\n| ---- | ---- |\n| a    | x    |\n",
      current: "| Tool | Does |\n| ---- | ---- |\n| a    | mine |\n",
      incoming:
        "| Tool   | Does |\n| ------ | ---- |\n| a      | x    |\n| longer | y    |\n",
      want: "| Tool   | Does |\n| ------ | ---- |\n| a    | mine |\n| longer | y    |\n",
    },
  ],
  [
    "variables of both",
    {
      path: ".env.example",
      base: "# Address\nAPI_BASE_URL=\n",
      current: "# Address\nAPI_BASE_URL=\nMINE=1\n",
      incoming: "# Address\nAPI_BASE_URL=\n# Key\nAPI_KEY=\n",
      want: "# Address\nAPI_BASE_URL=\nMINE=1\n# Key\nAPI_KEY=\n",
    },
  ],
  [
    "dependencies and scripts of both",
    {
      path: "package.json",
      base: packageJson,
      current: packageJson
        .replace(`"axios": "1.21.1"`, `"axios": "1.21.1",\n    "zod": "4.0.0"`)
        .replace(`"build": "tsc"`, `"lint": "eslint .",\n    "build": "tsc"`),
      incoming: packageJson
        .replace(
          `"axios": "1.21.1"`,
          `"axios": "1.22.0",\n    "undici": "7.0.0"`,
        )
        .replace(`"build": "tsc"`, `"build": "tsc -b"`),
      want: packageJson
        .replace(
          `"axios": "1.21.1"`,
          `"axios": "1.22.0",\n    "zod": "4.0.0",\n    "undici": "7.0.0"`,
        )
        .replace(
          `"build": "tsc"`,
          `"lint": "eslint .",\n    "build": "tsc -b"`,
        ),
    },
  ],
  [
    "keys in another order and with tabs",
    {
      path: "package.json",
      base: packageJson,
      current: `{\n\t"dependencies": {\n\t\t"axios": "1.21.1",\n\t\t"ajv": "8.20.0"\n\t},\n\t"name": "pets-mcp",\n\t"private": true,\n\t"scripts": {\n\t\t"start": "node dist/main.js",\n\t\t"build": "tsc"\n\t}\n}\n`,
      incoming: packageJson
        .replace("8.20.0", "8.21.0")
        .replace(`"name"`, `"type": "module",\n  "name"`),
      want: `{\n\t"type": "module",\n\t"dependencies": {\n\t\t"axios": "1.21.1",\n\t\t"ajv": "8.21.0"\n\t},\n\t"name": "pets-mcp",\n\t"private": true,\n\t"scripts": {\n\t\t"start": "node dist/main.js",\n\t\t"build": "tsc"\n\t}\n}\n`,
    },
  ],
  [
    "comments in tsconfig.json",
    {
      path: "tsconfig.json",
      base: `{\n  "compilerOptions": {\n    "strict": true,\n    "target": "ES2022"\n  }\n}\n`,
      current: `{\n  "compilerOptions": {\n    // Always.\n    "strict": true,\n    "target": "ES2022", // Node 20\n  },\n}\n`,
      incoming: `{\n  "compilerOptions": {\n    "strict": true,\n    "target": "ES2023",\n    "noEmit": true\n  }\n}\n`,
      want: `{\n  "compilerOptions": {\n    // Always.\n    "strict": true,\n    "target": "ES2023", // Node 20\n    "noEmit": true,\n  },\n}\n`,
    },
  ],
])("%s", (_name, { path = "README.md", want, ...sides }) => {
  expect(mergeText({ path, ...sides })).toEqual({ text: want, conflicts: [] });
});

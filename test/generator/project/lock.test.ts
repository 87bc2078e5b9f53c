import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { ToolwrightError } from "../../../generator/errors.js";
import { mergeFiles } from "../../../generator/reconcile/merge-files.js";
import { pairFiles } from "../../../generator/reconcile/pair-files.js";
import { createProjectReader } from "../../../generator/project/folder.js";
import { formatProjectConfig } from "../../../generator/project/project-config.js";
import {
  adoptFolder,
  buildLock,
  readLock,
} from "../../../generator/project/lock.js";
import { dictionary } from "../../../generator/project/lock/dictionary.js";
import { couldBeGenerated } from "../../../generator/project/lock/plausibility.js";
import {
  formatLock,
  parseLock,
} from "../../../generator/project/lock/lock-text.js";
import { pack } from "../../../generator/project/lock/pack.js";
import { EXTRA_FILES, type Config } from "../../../generator/config/config.js";
import { requireLazily } from "../../../generator/package.js";
import { digest } from "../../../generator/shared/hash.js";
import { brief, file, lockOf, moduleText } from "../merge/files.js";
import { project } from "../regenerate/project.js";
import { temporaryFolder } from "../temporary.js";

const pet = file("src/tools/create-pet.ts", moduleText("Pet"), {
  key: "tool POST /pets",
  contract: "abc",
  words: "def",
});
const readme = file("README.md", "# Pets\n");
const types = file("src/generated/api-types.ts", "// generated\nexport {};\n", {
  editable: false,
});
const lock = formatLock(lockOf(pet, types, readme));

test("a lock has a header and one line for each file, sorted", () => {
  const lines = lock.split("\n");
  expect(lines[0]).toBe("toolwright lock 5, generator 0.0.0, not for editing");
  expect(lines.slice(1).map((line) => line.split("\t").slice(0, 2))).toEqual([
    ["README.md", "editable"],
    ["src/generated/api-types.ts", "fixed"],
    ["src/tools/create-pet.ts", "editable"],
    [""],
  ]);
  expect(formatLock(lockOf(readme, pet, types))).toBe(lock);
});

test("a lock that is written and read again is the same", () => {
  const out = temporaryFolder();
  writeFileSync(join(out, "toolwright.lock"), lock);
  const read = readLock(out);
  const entry = read?.files.get(pet.path);
  expect(entry).toMatchObject({
    key: pet.key,
    contract: "abc",
    words: "def",
    editable: true,
  });
  expect(entry?.text()).toBe(pet.text);
  expect(read?.files.get(types.path)?.text()).toBeUndefined();
  expect(read && formatLock(read)).toBe(lock);
});

test("options are saved in toolwright.config.json, one a line, with control characters escaped", () => {
  const memory = { timeout: 5, document: "../b\u202e\n.yaml", tags: ["a\tb"] };
  const text = formatProjectConfig(memory);
  expect(text.split("\n")).toEqual([
    "{",
    '  "document": "../b\\u202e\\n.yaml",',
    '  "out": ".",',
    '  "tags": ["a\\tb"],',
    '  "timeout": 5',
    "}",
    "",
  ]);
  const out = temporaryFolder();
  writeFileSync(join(out, "toolwright.lock"), lock);
  writeFileSync(join(out, "toolwright.config.json"), text);
  expect(readLock(out)?.savedOptions).toEqual(memory);
  // A hand's order, schema and layout stay.
  const schema = '{\n    "$schema": "x", "timeout": 5, "out": "./"\n}\n';
  expect(formatProjectConfig({ timeout: 5 }, schema)).toBe(schema);
  expect(formatProjectConfig({ tags: ["a"], timeout: 6 }, schema)).toBe(
    `${JSON.stringify({ $schema: "x", timeout: 6, out: "./", tags: ["a"] }, null, 2)}\n`,
  );
});

test("a missing lock is read as null", () => {
  expect(readLock(temporaryFolder())).toBeNull();
});

test("a lock with CRLF is read like one with LF", () => {
  expect(problemOf(lock.replaceAll("\n", "\r\n"))).toBeUndefined();
});

test.each([
  ["empty", "", "lock-damaged"],
  ["another file", "hello\n", "lock-damaged"],
  ["cut off", lock.slice(0, -20), "lock-damaged"],
  ["a short line", lock + "src/x.ts\teditable\n", "lock-damaged"],
  ["a line twice", lock + lock.split("\n")[1] + "\n", "lock-damaged"],
  ["of a newer form", lock.replace("lock 5", "lock 6"), "lock-too-new"],
  ["of an earlier form", lock.replace("lock 5", "lock 4"), "lock-too-old"],
  [
    "not of its place",
    lock.replace("ts\tfixed", "ts\teditable"),
    "lock-damaged",
  ],
  [
    "with another kind of key",
    lock.replace("tool POST", "resource POST"),
    "lock-damaged",
  ],
  [
    "with a key in a file without keys",
    lock.replace(/(README.*)\t\t(?=\.)/, "$1\ttool GET /\t"),
    "lock-damaged",
  ],
])("a lock that is %s is rejected", (_name, text, code) => {
  expect(problemOf(text)).toBe(code);
});

test.each([
  "../README.md",
  "src/../../x",
  "/etc/passwd",
  "C:/x",
  "src\\x.ts",
  "src/custom/x.ts",
  "src/custom-client.ts/x",
  "src/mine.ts",
  "src/tools/Mine.ts",
  "src/tools/mine.js",
  "src/tools/deep/mine.ts",
  "src/tools/con.ts",
  "src/tools/nul.x.ts",
  "src/tools/com1.ts",
  "src/nul/generated/api-types.ts",
  "src/custom/tools/mine.ts",
  "src/runtime/../mine.ts",
  ".env",
  ".git/hooks/x",
  ".git./config",
  ".git /config",
  "git~1/config",
  ".g\u200Cit/config",
  ".GIT/config",
  ".npmrc",
  ".github/workflows/ci.yml",
  "package-lock.json",
  "toolwright.lock",
  ".toolwright",
  "readme.md",
  "",
  `src/tools/${"x".repeat(300)}.ts`,
])("a lock with the path %j is rejected", (path) => {
  expect(() => parseLock(lock.replace("README.md", path))).toThrow(
    /^toolwright\.lock:2: The lock contains the path ".*", which toolwright never writes/,
  );
});

test.each([
  "src/tools/a.ts",
  "src/tools/index.ts",
  "src/generated/api-types.ts",
  "src/client.ts",
])("couldBeGenerated checks a text of any length: %s", (path) => {
  const lines = [
    "\n",
    " ",
    "import ;\n",
    "async handler(args, { send }) {\n",
    `export { a } from "./a.js";\n`,
    "/** */",
    "a-",
  ];
  // Quadratic time would be hours.
  for (const line of lines)
    expect(couldBeGenerated(path, line.repeat(300_000))).toBeTypeOf("boolean");
});

test.each<[string, Config]>([
  ["all files", { emit: EXTRA_FILES, features: ["custom"] }],
  [
    "a folder for files",
    {
      emit: EXTRA_FILES.filter((kind) => kind !== "worker"),
      files: { http: "per-caller" },
    },
  ],
])(
  "couldBeGenerated accepts everything that is generated: %s",
  async (_name, config) => {
    const made = project();
    const paths = {
      "/pets": { get: { operationId: "getPets", responses: {} } },
    };
    const info = { title: "Pets", version: "1" };
    const document = JSON.stringify({ openapi: "3.1.0", info, paths });
    await made.generate(document, { config });
    const doubted = Object.entries(made.files()).filter(
      ([path, text]) =>
        !/^toolwright/.test(path) && !couldBeGenerated(path, text),
    );
    expect(doubted.map(([path]) => path)).toEqual([]);
  },
);

test("invisible characters of a path are escaped in the error", () => {
  const twin = lock.replace("README.md", "READ\u200BME.md");
  expect(() => parseLock(twin)).toThrow(String.raw`"READ\u{200b}ME.md"`);
});

test("a text that does not match its digest is rejected when it is read", () => {
  const [header, first = "", ...rest] = lock.split("\n");
  const wrong = first.replace(/(?<=editable\t).{22}/, "A".repeat(22));
  const out = temporaryFolder();
  writeFileSync(
    join(out, "toolwright.lock"),
    [header, wrong, ...rest].join("\n"),
  );
  const entry = readLock(out)?.files.get("README.md");
  expect(() => entry?.text()).toThrow("is damaged at README.md");
});

test("a text is packed to the same word on any machine and in any order", () => {
  const text = `export const pets = ${JSON.stringify(["cat", "dog", "cat", "dog"])};\n`;
  const next = [file("src/main.ts", text), readme];
  const fresh = buildLock({
    generator: "0.0.1",
    baseLock: null,
    incoming: next,
    outcomes: [],
  });
  expect(formatLock(fresh)).toBe(
    [
      "toolwright lock 5, generator 0.0.1, not for editing",
      "README.md\teditable\tqb82vW3dHbgZutxbg2aAla\t\t\t.U1YISC0p5gIA",
      "src/main.ts\teditable\t23fJfSJrZ2jns0d-8nWNiR\t\t\t.gybNZGB0ligUpJYUA1N0tFJyIrAgUkrJBwYOEjvWmgsA",
      "",
    ].join("\n"),
  );
  const later = buildLock({
    generator: "0.0.1",
    baseLock: lockOf(
      pet,
      file("src/main.ts", "export const pets = [];\n"),
      readme,
    ),
    incoming: next,
    outcomes: [],
  });
  expect(formatLock(later)).toBe(formatLock(fresh));
});

test("a packed text without its mark is damaged", () => {
  const text = lock.replace("\t.", "\t");
  expect(() => parseLock(text).files.get("README.md")?.text()).toThrow(
    "is damaged at README.md",
  );
});

test("packed-runtime.json contains each runtime file as the lock packs it", () => {
  // Words that the build has written.
  const words = requireLazily("#packed-runtime") as Record<string, string>;
  expect(Object.keys(words).length).toBeGreaterThan(100);
  for (const [hash, word] of Object.entries(words)) {
    const packed = Buffer.from(word.slice(1), "base64");
    const text = inflateRawSync(packed, { dictionary }).toString();
    expect([digest(text), pack(text)]).toEqual([hash, word]);
  }
});

test("an orphan stays in the lock until its file is deleted or generated again", () => {
  const disk: Record<string, string> = { [pet.path]: "edited\n" };
  const yours = (path: string) => disk[path];
  const run = (last: ReturnType<typeof lockOf>, next: (typeof pet)[]) => {
    const outcomes = mergeFiles(
      pairFiles({
        baseLock: last,
        readCurrent: yours,
        incoming: next,
      }),
    );
    const lock = buildLock({
      generator: "0.0.0",
      baseLock: last,
      incoming: next,
      outcomes,
    });
    return { lock, brief: brief(outcomes) };
  };
  const first = run(lockOf(pet), []);
  expect(first.brief).toEqual([`orphaned ${pet.path}`]);
  expect(first.lock.files.get(pet.path)).toMatchObject({ orphan: true });
  expect(run(first.lock, []).brief).toEqual([`orphaned ${pet.path}`]);
  const again = run(first.lock, [pet]);
  expect(again.brief).toEqual([`kept ${pet.path}`]);
  expect(again.lock.files.get(pet.path)).toMatchObject({ orphan: false });
  delete disk[pet.path];
  expect(run(first.lock, []).lock.files.size).toBe(0);
});

test("--adopt without a lock keeps every edited file and restores none", () => {
  const out = temporaryFolder();
  writeFileSync(join(out, "README.md"), "# Pets, by hand\n");
  const next = [readme, file("package.json", "{}\n")];
  const outcomes = mergeFiles(
    pairFiles({
      baseLock: adoptFolder(out, next),
      readCurrent: createProjectReader(out),
      incoming: next,
    }),
  );
  expect(brief(outcomes)).toEqual(["kept README.md", "created package.json"]);
});

test("the readable part of a damaged lock is used", () => {
  const out = temporaryFolder();
  const lines = lock.split("\n");
  const conflicted = [
    lines[0],
    "<<<<<<< HEAD",
    lines[1],
    "=======",
    ">>>>>>> main",
    "junk",
  ];
  writeFileSync(join(out, "toolwright.lock"), conflicted.join("\n"));
  writeFileSync(join(out, "README.md"), readme.text);
  const next = [file("README.md", "# Dogs\n")];
  const last = adoptFolder(out, next);
  expect(
    brief(
      mergeFiles(
        pairFiles({
          baseLock: last,
          readCurrent: createProjectReader(out),
          incoming: next,
        }),
      ),
    ),
  ).toEqual(["updated README.md"]);
});

test("a file that says that it is generated may be replaced without a lock", () => {
  const out = temporaryFolder();
  mkdirSync(join(out, "src/generated"), { recursive: true });
  writeFileSync(join(out, "src/generated/api-types.ts"), "// generated\nold\n");
  writeFileSync(join(out, "src/generated/schemas.ts"), "// my own\n");
  const next = ["src/generated/api-types.ts", "src/generated/schemas.ts"].map(
    (path) => file(path, "// generated\nnew\n", { editable: false }),
  );
  const last = adoptFolder(out, next);
  expect(
    brief(
      mergeFiles(
        pairFiles({
          baseLock: last,
          readCurrent: createProjectReader(out),
          incoming: next,
        }),
      ),
    ),
  ).toEqual([
    "updated src/generated/api-types.ts",
    "refused src/generated/schemas.ts: file-in-the-way",
  ]);
});

function problemOf(text: string): string | undefined {
  const out = temporaryFolder();
  writeFileSync(join(out, "toolwright.lock"), text);
  try {
    readLock(out);
    return undefined;
  } catch (error) {
    return error instanceof ToolwrightError
      ? error.problems[0]?.code
      : String(error);
  }
}

describe("the lock's tool-limit", () => {
  const [header = "", ...lines] = lock.split("\n");
  const withLimits = (...limits: string[]) =>
    [header, ...limits.map((one) => `tool-limit\t${one}`), ...lines].join("\n");

  test("is written if it is not the default", () => {
    expect(formatLock({ ...lockOf(pet), toolLimit: 48 * 1024 })).not.toContain(
      "tool-limit",
    );
    const text = formatLock({ ...lockOf(pet), toolLimit: 16_384 });
    expect(text).toContain("\ntool-limit\t16384\n");
    expect(parseLock(text).toolLimit).toBe(16_384);
    expect(formatLock(parseLock(text))).toBe(text);
    expect(parseLock(lock).toolLimit).toBeUndefined();
  });

  test("is the limit whose list fits, after a merge of two sides", () => {
    const sides = [
      "<<<<<<< HEAD",
      "tool-limit\t16384",
      "=======",
      "tool-limit\t8192",
      ">>>>>>> other",
    ];
    const merged = [header, ...sides, ...lines].join("\n");
    expect(parseLock(merged)).toMatchObject({
      toolLimit: 8192,
      isMerged: true,
    });
  });

  test.each([[["1"]], [["16384x"]], [["8192", "16384"]]])(
    "is rejected if no version writes it: %j",
    (limits) => {
      expect(() => parseLock(withLimits(...limits))).toThrow("is damaged");
    },
  );
});

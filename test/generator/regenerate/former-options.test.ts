import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { toolwright } from "../cli.js";
import { temporaryFolder } from "../temporary.js";

/** A document of the samples, and the flags with which its project was generated. */
const SAMPLES: readonly [document: string, flags: readonly string[]][] = [
  ["samples/petstore/openapi.json", ["--name", "Petstore"]],
  [
    "samples/bookshop/openapi.yaml",
    [
      ...["--name", "Bookshop", "--emit", "tests,client,dockerfile"],
      ...["--all-routes-as-tools", "--sdk", "v2"],
    ],
  ],
];

const CONFIG = "toolwright.config.json";

/** Puts the options of a config where a former version kept them. */
const FORMER_PLACES: Readonly<
  Record<string, (project: string, options: object) => void>
> = {
  "toolwright.options.json": (project, options) => {
    const text = `${JSON.stringify(options, null, 2)}\n`;
    writeFileSync(join(project, "toolwright.options.json"), text);
  },
  "the lock": (project, options) => {
    const lock = join(project, "toolwright.lock");
    const [header = "", ...lines] = readFileSync(lock, "utf8").split("\n");
    const optionLines = Object.entries(options).map(
      ([name, value]) => `option\t${name}\t${JSON.stringify(value)}`,
    );
    writeFileSync(
      lock,
      [header.replace("lock 5", "lock 2"), ...optionLines, ...lines].join("\n"),
    );
  },
};

/** Texts of the files that a team edits and reviews. */
function textsIn(project: string): Record<string, string> {
  const paths = readdirSync(project, { recursive: true, encoding: "utf8" });
  return Object.fromEntries(
    paths
      .filter((path) => /\.(?:ts|json|md|mjs)$/.test(path) && path !== CONFIG)
      .map((path) => [path, readFileSync(join(project, path), "utf8")]),
  );
}

test.each(
  SAMPLES.flatMap(([document, flags]) =>
    Object.keys(FORMER_PLACES).map((place) => ({ document, flags, place })),
  ),
)(
  "$document with its options in $place regenerates without a question and without a changed module",
  async ({ document, flags, place }) => {
    const folder = temporaryFolder();
    const [name = ""] = document.split("/").slice(-1);
    copyFileSync(document, join(folder, name));
    const run = (...args: string[]) => toolwright(args, { cwd: folder });
    const first = await run("generate", name, "--out", "server", ...flags);
    expect(first.code).toBe(0);
    const project = join(folder, "server");
    const config = JSON.parse(
      readFileSync(join(project, CONFIG), "utf8"),
    ) as Record<string, unknown>;
    const texts = textsIn(project);

    rmSync(join(project, CONFIG));
    const { out, ...options } = config;
    expect(out).toBe(".");
    FORMER_PLACES[place]?.(project, options);
    expect((await run("check", "--out", "server")).code).toBe(0);
    const { code, stderr, stdout } = await run("generate", "--out", "server");
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).not.toMatch(/options changed|updated +server\/src/);
    expect(textsIn(project)).toEqual(texts);
    expect(JSON.parse(readFileSync(join(project, CONFIG), "utf8"))).toEqual(
      config,
    );
    expect(existsSync(join(project, "toolwright.options.json"))).toBe(false);
    expect(readFileSync(join(project, "toolwright.lock"), "utf8")).not.toMatch(
      /^option\t/m,
    );
    expect((await run("check", "--out", "server")).code).toBe(0);
  },
);

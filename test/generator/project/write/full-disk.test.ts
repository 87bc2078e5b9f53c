import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { TestContext } from "vitest";
import { ToolwrightError } from "../../../../generator/errors.js";
import { writePlainFile } from "../../../../generator/project/write/apply.js";
import { addScripts, writeConfig } from "../../../../generator/cli/init.js";
import { toolwright } from "../../cli.js";
import { ownCache, temporaryFolder } from "../../temporary.js";

/** Mounts a disk of this size. Skips the test if this machine lets it mount none. */
function mountDisk(kilobytes: number, { skip }: TestContext): string {
  const folder = join(temporaryFolder(), "disk");
  mkdirSync(folder);
  const mount = ["-t", "tmpfs", "-o", `size=${kilobytes}k`, "tmpfs", folder];
  if (spawnSync("mount", mount).status !== 0)
    skip("The test may mount no disk: it needs Linux and root.");
  onTestFinished(() => void spawnSync("umount", ["-l", folder]));
  return folder;
}

/** Fills a disk until it has this room at most. */
function fill(disk: string, kilobytes: number): void {
  const { bavail, bsize } = statfsSync(disk);
  const size = bavail * bsize - kilobytes * 1024;
  writeFileSync(join(disk, "filler"), Buffer.alloc(Math.max(0, size)));
}

/** Texts of all files below a folder, by path. */
function textsIn(folder: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return Object.fromEntries(
    paths
      .filter((path) => statSync(join(folder, path)).isFile())
      .filter((path) => path !== "filler")
      .map((path) => [path, readFileSync(join(folder, path), "utf8")]),
  );
}

/** Free kilobytes, from a full disk to one with room for all. */
const DEGREES = [0, 4, 8, 16, 20, 24, 40];

describe("a full disk costs no file of the user", () => {
  const manifest = JSON.stringify({ name: "a", about: "x".repeat(20_000) });
  const writers: readonly [
    string,
    path: string,
    write: (folder: string) => unknown,
  ][] = [
    ["package.json of init", "package.json", addScripts],
    [
      "a report, an overlay, a baseline and scores",
      "report.html",
      (folder) =>
        writePlainFile(join(folder, "report.html"), "new ".repeat(5_100)),
    ],
    [
      "the config of init",
      "toolwright.config.json",
      async (folder) =>
        writeConfig({
          cwd: folder,
          ask: null,
          document: resolve("samples/petstore/openapi.json"),
          out: undefined,
        }),
    ],
  ];

  test("no other part of the generator writes to a folder of the user", () => {
    const writing =
      /\b(?:writeFile|appendFile|copyFile|rename|createWriteStream)(?:Sync)?\(/;
    const paths = readdirSync("generator", {
      recursive: true,
      encoding: "utf8",
    }).filter((path) => path.endsWith(".ts"));
    const writingPaths = paths.filter((path) =>
      writing.test(readFileSync(join("generator", path), "utf8")),
    );
    expect(writingPaths.sort()).toEqual([
      "project/cache.ts",
      "project/write/apply.ts", // files of a project: a draft in its folder, renamed
      "project/write/replace-file.ts",
      "project/write/run-lock.ts", // empty files in the cache folder
    ]);
  });

  test.for(writers)(
    "%s is the old one or the new one",
    async ([, path, write], context) => {
      const outcomes = new Set<string>();
      for (const degree of DEGREES) {
        const disk = mountDisk(64, context);
        if (path !== "toolwright.config.json")
          writeFileSync(join(disk, path), manifest, { mode: 0o640 });
        const before = textsIn(disk);
        fill(disk, degree);
        let outcome = "written";
        try {
          await write(disk);
        } catch (error) {
          if (!(error instanceof ToolwrightError)) throw error;
          outcome = error.problems[0]?.message ?? "";
        }
        outcomes.add(outcome);
        const after = textsIn(disk);
        if (outcome !== "written") expect(after).toEqual(before);
        else {
          expect(Object.keys(after)).toEqual([path]);
          expect(after[path]).not.toBe(before[path]);
        }
        if (before[path] !== undefined)
          expect(statSync(join(disk, path)).mode & 0o777).toBe(0o640);
      }
      expect([...outcomes].sort()).toEqual([
        "The disk is full. Nothing was changed.",
        "written",
      ]);
    },
  );

  test("each file of a project is the old one or the new one, whatever command runs", async (context) => {
    ownCache();
    const documentOf = (version: string) =>
      JSON.stringify({
        openapi: "3.1.0",
        info: { title: "Shop", version },
        paths: Object.fromEntries(
          ["pets", "owners", "orders"].map((name) => [
            `/${name}`,
            {
              get: {
                operationId: `list_${name}`,
                summary: `List ${name}. ${version.repeat(300)}`,
                responses: { 200: { description: "ok" } },
              },
            },
          ]),
        ),
      });
    const run = async (folder: string) => {
      for (const args of [
        ["generate"],
        ["lint", "server", "--baseline", "--update"],
        ["evals", "server"],
        ["report", "--html", "report.html"],
      ])
        await toolwright(args, { cwd: folder });
    };
    const free = join(temporaryFolder(), "free");
    mkdirSync(free);
    const config = { document: "openapi.json", out: "server", emit: ["evals"] };
    writeFileSync(join(free, "toolwright.config.json"), JSON.stringify(config));
    writeFileSync(join(free, "openapi.json"), documentOf("1"));
    await run(free);
    const start = join(temporaryFolder(), "start");
    cpSync(free, start, { recursive: true });
    const before = textsIn(start);
    writeFileSync(join(free, "openapi.json"), documentOf("2"));
    await run(free);
    const complete = textsIn(free);
    const changedPaths = Object.keys(complete).filter(
      (path) => complete[path] !== before[path],
    );
    expect(changedPaths).toEqual(
      expect.arrayContaining([
        "report.html",
        "server/toolwright.lock",
        "server/src/resources/list-pets.ts",
      ]),
    );
    for (const degree of [0, 4, 12, 32, 96, 400]) {
      const disk = mountDisk(4_000, context);
      cpSync(start, disk, { recursive: true });
      writeFileSync(join(disk, "openapi.json"), documentOf("2"));
      fill(disk, degree);
      await run(disk);
      const after = textsIn(disk);
      expect(Object.keys(after).sort()).toEqual(Object.keys(before).sort());
      for (const [path, text] of Object.entries(after))
        expect([before[path], complete[path]], path).toContain(text);
      rmSync(join(disk, "filler"));
      await run(disk);
      expect(textsIn(disk)).toEqual(complete);
    }
  }, 60_000);
});

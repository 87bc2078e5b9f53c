import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { describe, expect, it } from "vitest";
import { generate, ToolwrightError, type Config } from "../generator/index.js";
import { preview } from "../generator/commands/plan.js";
import { toAbsolutePaths } from "../generator/config/config-file.js";
import { describeProblem, type Problem } from "../generator/errors.js";
import { describePlan } from "../generator/cli/plan-report.js";
import { describeFindings } from "../generator/cli/findings-report.js";
import { createPaint } from "../generator/cli/table.js";
import { temporaryFolder } from "./generator/temporary.js";

/**
 * Each folder of test/cases holds a document and, if it needs one, a config. In `works`, beside them is what comes out:
 * the plan with its findings, the modules and the client. In `fails`, the error. `npx vitest run test/cases.test.ts -u`
 * writes them again; read the diff.
 */
const CASES = join(import.meta.dirname, "cases");

describe("the output of test/cases/works", () => {
  it.each(readdirSync(join(CASES, "works")))("%s", async (name) => {
    const { folder, config } = readCase(join(CASES, "works", name));
    const out = temporaryFolder();
    const planned = await preview({ ...config, out });
    const text = [
      describePlan(planned, plain),
      ...describeFindings(planned.findings, plain),
      "",
    ].join("\n");
    await expect(withoutFolder(text, folder)).toMatchFileSnapshot(
      join(folder, "want", "plan.txt"),
    );

    await generate({ ...config, out });
    const files = readdirSync(join(out, "src"), {
      recursive: true,
      encoding: "utf8",
    }).filter(isShown);
    for (const file of files) {
      await expect(
        readFileSync(join(out, "src", file), "utf8"),
      ).toMatchFileSnapshot(join(folder, "want", file));
    }
    const stale = filesBelow(join(folder, "want")).filter(
      (file) => file !== "plan.txt" && !files.includes(file),
    );
    expect(stale).toEqual([]);
  });
});

describe("the error of test/cases/fails", () => {
  it.each(readdirSync(join(CASES, "fails")))("%s", async (name) => {
    const { folder, config } = readCase(join(CASES, "fails", name));
    const out = join(temporaryFolder(), "out");
    const error: unknown = await generate({ ...config, out }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(ToolwrightError);
    const { problems } = error as ToolwrightError; // as just asserted
    await expect(
      withoutFolder(problems.map(tell).join(""), folder),
    ).toMatchFileSnapshot(join(folder, "want.txt"));
    expect(existsSync(out)).toBe(false);
  });
});

const plain = createPaint(false);

const tell = (problem: Problem) => `${describeProblem(problem)}\n`;

function readCase(folder: string): { folder: string; config: Config } {
  const files = readdirSync(folder);
  const document = files.find((file) =>
    /^(openapi|swagger|notes)\./.test(file),
  );
  if (document === undefined) throw new Error(`${folder} has no document.`);
  const options = files.includes("config.json")
    ? (JSON.parse(readFileSync(join(folder, "config.json"), "utf8")) as Config) // content of a config file, with errors
    : {};
  const config = { document, ...options };
  return { folder, config: toAbsolutePaths(config, folder) };
}

/**
 * True for files that a reviewer reads: all except lists of modules and the runtime, which is the same for every API.
 */
function isShown(file: string): boolean {
  return /^((tools|resources|templates)\/(?!index\.)[^/]+|[a-z]+)\.ts$/.test(
    file.replaceAll("\\", "/"),
  );
}

/** Files that are wanted; none before the first run. */
function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.(ts|txt)$/.test(file),
  );
}

/** The repository may be anywhere. */
function withoutFolder(text: string, folder: string): string {
  return text.replaceAll(folder + sep, "");
}

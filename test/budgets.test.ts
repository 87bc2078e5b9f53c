import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

/** Lines by file. */
function linesOf(folder: string): Map<string, number> {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return new Map(
    files
      .filter((file) => file.endsWith(".ts"))
      .map((file) => {
        const text = readFileSync(join(folder, file), "utf8");
        return [file.replaceAll("\\", "/"), text.split("\n").length - 1];
      }),
  );
}

function sum(lines: Iterable<number>): number {
  return [...lines].reduce((total, count) => total + count, 0);
}

const RUNTIME = linesOf("runtime");
const inFolder = (folder: string) =>
  new Map([...RUNTIME].filter(([file]) => file.startsWith(folder)));

describe("what people own stays small:", () => {
  it("the runtime's core", () => {
    const core = new Map(
      [...RUNTIME].filter(([file]) => !/^(features|sdk)\//.test(file)),
    );
    expect(core.size).toBeLessThanOrEqual(20);
    expect(sum(core.values())).toBeLessThanOrEqual(2_000);
  });

  it("the first pull request of a petstore", () => {
    const server = "samples/petstore/server";
    const files = readdirSync(server, { recursive: true, encoding: "utf8" });
    const written = files
      .filter((file) => !/node_modules|dist|\.lock$|-lock\.json$/.test(file))
      .filter((file) => statSync(join(server, file)).isFile())
      .map((file) => readFileSync(join(server, file), "utf8"));
    const lines = written.map((text) => text.split("\n").length - 1);
    // 4,500 are the aim. The runtime has most of them: core 2,000, SDK 200, and the files of the features in use.
    expect(sum(lines)).toBeLessThanOrEqual(7_132);
  });

  it.each(["v1", "v2"])("what speaks with the SDK %s", (line) => {
    const files = [`sdk/${line}/`, "sdk/messages", "sdk/requests"].flatMap(
      (start) => [...inFolder(start)],
    );
    const lines = sum(files.map(([, count]) => count));
    expect(lines).toBeLessThanOrEqual(line === "v1" ? 275 : 375);
  });

  it("each file of a feature", () => {
    const long = [...inFolder("features/")].filter(([, lines]) => lines > 150);
    expect(long).toEqual([]);
  });
});

describe("what we own stays small:", () => {
  it("the generator", () => {
    expect(sum(linesOf("generator").values())).toBeLessThanOrEqual(24_830);
  });

  it("what lies beside the generator's rooms", () => {
    const top = [...linesOf("generator").keys()];
    expect(top.filter((file) => !file.includes("/")).length).toBeLessThan(11);
  });

  it("each file of the generator", () => {
    const long = [...linesOf("generator")].filter(([, lines]) => lines > 250);
    expect(long).toEqual([]);
  });
});

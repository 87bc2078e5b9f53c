import { spawnSync } from "node:child_process";
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { bundle, emit } from "./project.js";

const [major = 0] = process.versions.node.split(".").map(Number);

describe.each([
  ["plain", []],
  ["with telemetry", ["telemetry"]],
  ["with callers' tokens of a server", ["jwt"]],
] as const)("the cache of compiled code in an image: %s", (_what, features) => {
  let project: string;
  let dockerfile: string;
  beforeAll(async () => {
    project = await emit({
      document: "test/emitted/schemes.json",
      emit: ["dockerfile"],
      features: [...features],
    });
    await bundle(project);
    dockerfile = readFileSync(join(project, "Dockerfile"), "utf8");
  });

  test("is filled by the command of the Dockerfile, which ends by itself", () => {
    const [, fill = ""] = /^RUN (node .*)$/m.exec(dockerfile) ?? [];
    expect(fill).toContain("dist/main.js");
    const cache = mkdtempSync(join(project, "cache-"));
    const { status } = spawnSync("sh", ["-c", fill], {
      cwd: project,
      env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: cache },
      timeout: 20_000,
    });
    expect(status).toBe(0);
    // Node 20 ignores the variable.
    expect(readdirSync(cache).length > 0).toBe(major >= 22);
    rmSync(cache, { recursive: true });
  });

  test("belongs to the user that runs the server, and to no one else", () => {
    const [, make = ""] =
      /^RUN (mkdir -m 700 \S+) && chown 1000:1000 \S+$/m.exec(dockerfile) ?? [];
    rmSync(join(project, "cache"), { recursive: true, force: true });
    expect(spawnSync("sh", ["-c", make], { cwd: project }).status).toBe(0);
    expect(statSync(join(project, "cache")).mode & 0o777).toBe(0o700);
    const lines = dockerfile.split("\n");
    expect(dockerfile).toContain("ENV NODE_COMPILE_CACHE=/app/cache");
    const fillLine = lines.findIndex((line) => line.startsWith("RUN node "));
    expect(lines.indexOf("USER 1000")).toBeLessThan(fillLine);
    expect(fillLine).toBeLessThan(
      lines.findIndex((line) => line.startsWith("ENTRYPOINT")),
    );
  });
});

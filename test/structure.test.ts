import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";

/** The packages that only one place may import, and that place. */
const DOORS: Record<string, RegExp> = {
  handlebars: /^generator\/render\//,
  prettier: /^generator\/format\.ts$/,
  fflate: /^generator\/lock\//,
  "ts-morph": /^generator\/merge\//,
  "openapi-typescript": /^generator\/typings\//,
  "js-yaml": /^generator\/load\//,
  commander: /^generator\/cli(-options)?\.ts$/,
  jose: /^runtime\/http\/jwt\.ts$/,
  axios: /^runtime\/(.*\/)?send\.ts$/,
  ajv: /^(runtime\/(.*\/)?arguments\.ts|generator\/plan\/)/,
  "@modelcontextprotocol/sdk": /^runtime\//,
};

/** Stages do not know each other; these modules stand above or below all of them. */
const STAGES = ["load", "normalise", "plan", "render", "merge", "write"];

const FILES = ["generator", "runtime"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => join(folder, file).replaceAll("\\", "/")),
);

const IMPORTS = FILES.flatMap((file) => {
  const text = readFileSync(file, "utf8");
  return [
    ...text.matchAll(/^(import|export)\s(type\s)?[^;]*?from "([^"]+)"/gms),
  ]
    .concat([...text.matchAll(/(import)(\s)?\(\s*"([^"]+)"/g)])
    .map(([, , isType, target = ""]) => ({
      file,
      target: target.startsWith(".")
        ? normalize(join(dirname(file), target))
            .replaceAll("\\", "/")
            .replace(/\.js$/, ".ts")
        : target,
      isType: isType?.trim() === "type",
    }));
});

describe("imports", () => {
  it("finds them", () => {
    expect(IMPORTS.length).toBeGreaterThan(200);
  });

  it.each(Object.entries(DOORS))("of %s go through one door", (name, door) => {
    const users = IMPORTS.filter(
      ({ target }) => target === name || target.startsWith(`${name}/`),
    ).map(({ file }) => file);
    expect(users.filter((file) => !door.test(file))).toEqual([]);
    expect(users).not.toEqual([]);
  });

  it("of a stage name no other stage, but for types", () => {
    const stageOf = (path: string) =>
      STAGES.find((stage) => path.startsWith(`generator/${stage}/`));
    const crossing = IMPORTS.filter(({ file, target, isType }) => {
      const [from, to] = [stageOf(file), stageOf(target)];
      return from !== undefined && to !== undefined && from !== to && !isType;
    });
    expect(crossing.map(({ file, target }) => `${file} → ${target}`)).toEqual(
      [],
    );
  });

  it("of the runtime name nothing of the generator", () => {
    const up = IMPORTS.filter(
      ({ file, target }) =>
        file.startsWith("runtime/") && target.startsWith("generator/"),
    );
    expect(up).toEqual([]);
  });

  it("of the generator name types of the runtime, the schema that a server lists, and how it calls applications", () => {
    const down = IMPORTS.filter(
      ({ file, target, isType }) =>
        file.startsWith("generator/") &&
        target.startsWith("runtime/") &&
        !(file === "generator/app/child.ts" && target.includes("/app/")) &&
        !isType,
    ).map(({ target }) => target.replace(/^.*\//, ""));
    expect([...new Set(down)]).toEqual(["input-schema.ts"]);
  });

  it("of emitted modules are the runtime's index only", () => {
    const templates = readdirSync("templates").map((file) =>
      readFileSync(join("templates", file), "utf8"),
    );
    const inner = templates
      .join("\n")
      .match(/runtime\/(?!index\.js)[\w-]+\.js/g);
    expect(inner).toBeNull();
  });
});

describe("processes, arguments and printing", () => {
  it("stay in the command line", () => {
    const users = FILES.filter(
      (file) =>
        file.startsWith("generator/") &&
        /process\.(argv|exit|stdout|stderr)|console\./.test(
          readFileSync(file, "utf8"),
        ),
    );
    expect(users).toEqual(["generator/cli.ts"]);
  });
});

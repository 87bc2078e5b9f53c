import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "js-yaml";
import { expect, test } from "vitest";
import { generate } from "../../generator/index.js";
import { temporaryFolder } from "../generator/temporary.js";

const EMIT = ["registry", "dockerfile", "mcpb", "kubernetes"] as const;

const documentOf = (version: string) =>
  JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Pets", version },
    servers: [{ url: "https://pets.example" }],
    paths: { "/pets": { post: { responses: { 200: { description: "OK" } } } } },
  });

/** A project, and what its files say. */
function project() {
  const out = temporaryFolder();
  const read = (path: string) => readFileSync(join(out, path), "utf8");
  const run = (version: string, config: object = {}) =>
    generate(
      { out, emit: [...EMIT], ...config },
      { text: documentOf(version) },
    );
  const edit = (path: string, from: RegExp, to: string) => {
    expect(read(path)).toMatch(from);
    writeFileSync(join(out, path), read(path).replace(from, to));
  };
  const versions = () => {
    const patterns: [string, RegExp][] = [
      ["package.json", /^ {2}"version": "(.*)"/m],
      ["server.json", /^ {2}"version": "(.*)"/m],
      ["server.json", /^ {6}"version": "(.*)"/m],
      ["manifest.json", /^ {2}"version": "(.*)"/m],
      ["src/server.ts", /^ {2}version: "(.*)"/m],
      ["src/server-card.ts", /^ {2}version: "(.*)"/m],
      ["Dockerfile", /^LABEL org\.opencontainers\.image\.version="(.*)"$/m],
      ["kubernetes.yaml", /^ +image: \S+:(\S+)$/m],
    ];
    return new Set(
      patterns.map(([path, pattern]) => pattern.exec(read(path))?.[1]),
    );
  };
  return { edit, read, run, versions };
}

test("all files have the version of the document, of the option, or of package.json", async () => {
  const { edit, run, versions } = project();
  await run("1");
  expect(versions()).toEqual(new Set(["1.0.0"]));
  await run("2024-01-05");
  expect(versions()).toEqual(new Set(["2024.1.5"]));
  edit("package.json", /"version": "[^"]*"/, '"version": "3.1.0"');
  const { outcomes } = await run("2024-02-05");
  expect(outcomes.filter(({ kind }) => kind === "conflict")).toEqual([]);
  expect(versions()).toEqual(new Set(["3.1.0"]));
  await run("2024-03-05");
  expect(versions()).toEqual(new Set(["3.1.0"]));
  edit("package.json", /"version": "[^"]*"/, '"version": "3.2.0"');
  await run("2024-03-05");
  expect(versions()).toEqual(new Set(["3.2.0"]));
});

test("the option counts more than a new document", async () => {
  const { run, versions } = project();
  await run("1.0.0", { version: "v7" });
  expect(versions()).toEqual(new Set(["7.0.0"]));
});

test("an image for the registry has the name of server.json as its label", async () => {
  const { edit, read, run } = project();
  await run("1.0.0");
  const label = () =>
    /^LABEL io\.modelcontextprotocol\.server\.name="(.*)"$/m.exec(
      read("Dockerfile"),
    )?.[1];
  const name = () => (JSON.parse(read("server.json")) as { name: string }).name;
  expect(label()).toBe(name());
  edit(
    "package.json",
    /"mcpName": "[^"]*"/,
    '"mcpName": "io.github.acme/pets"',
  );
  const { outcomes } = await run("1.0.0");
  expect(outcomes.filter(({ kind }) => kind === "conflict")).toEqual([]);
  expect([label(), name()]).toEqual([
    "io.github.acme/pets",
    "io.github.acme/pets",
  ]);
  expect(read("src/server-card.ts")).toContain('"io.github.acme/pets"');
  await run("1.0.0", { emit: ["dockerfile"] });
  expect(label()).toBeUndefined();
});

test("a name in package.json that the registry would refuse is in no other file", async () => {
  const { edit, read, run } = project();
  await run("1.0.0");
  edit("package.json", /"mcpName": "[^"]*"/, '"mcpName": "a/b\\\\"\\\\nRUN x"');
  await run("1.0.0");
  expect(read("Dockerfile")).toMatch(
    /server\.name="io\.github\.your-name\/[\w-]+"\n/,
  );
});

test("the workflow that publishes keeps no token, pins its actions, and runs nothing of others where it may publish", async () => {
  const { read, run } = project();
  await run("1.0.0");
  const text = read(".github/workflows/publish.yml");
  const { jobs } = load(text) as {
    jobs: Record<
      string,
      { permissions?: object; steps: { run?: string; uses?: string }[] }
    >;
  };
  const uses = [...text.matchAll(/uses: (.*)/g)].map(([, action]) => action);
  expect(uses).toHaveLength(5);
  for (const action of uses) expect(action).toMatch(/@[\da-f]{40} # v[\d.]+$/);
  expect(text).not.toMatch(/secrets\.|TOKEN/);
  expect(jobs["pack"]?.permissions).toBeUndefined();
  expect(jobs["publish"]?.permissions).toEqual({ "id-token": "write" });
  const commands = jobs["publish"]?.steps
    .flatMap(({ run: command = [] }) => command)
    .join("\n");
  expect(commands).toContain(
    "npm publish ./*.tgz --ignore-scripts --provenance",
  );
  expect(commands).toContain("sha256sum --check");
  expect(commands).not.toMatch(/npm (ci|install|test|run)|npx/);
});

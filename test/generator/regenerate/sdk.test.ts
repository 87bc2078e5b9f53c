import { format } from "prettier";
import { expect, test } from "vitest";
import { add } from "../../../generator/commands/add.js";
import { linkPackages, typeErrors } from "./packages.js";
import { project, type Project } from "./project.js";
import { shop } from "./shop.js";

const files = ["src/runtime/sdk.ts", "src/runtime/sdk/session.ts"];

test("a project with edits changes to the other SDK and back", async () => {
  const features = ["sessions"];
  const made = project();
  await made.generate(shop(), { config: { features, sdk: "v1" } });
  made.edit("src/tools/create-pet.ts", [
    "return send(args);",
    "return send({ ...args });",
  ]);
  made.edit("src/server.ts", [
    "sessions(openSession)",
    "sessions(openSession, { max: 9 })",
  ]);
  made.edit("package.json", [
    '"axios": ',
    '"left-pad": "^1.3.0",\n    "axios": ',
  ]);
  linkPackages(made);
  const before = made.files();

  const config = { features, sdk: "v2" } as const;
  expect(await made.generate(shop(), { config })).toEqual([
    "merged package.json",
    ...files.map((file) => `updated ${file}`),
    "kept src/server.ts",
    "kept src/tools/create-pet.ts",
  ]);
  expect(manifestOf(made)).toEqual({
    "@modelcontextprotocol/server": "^2.4.0",
    axios: "^1.21.1",
    "left-pad": "^1.3.0",
  });
  const runtime = Object.entries(made.files()).filter(([path]) =>
    path.startsWith("src/runtime/"),
  );
  expect(
    runtime.filter(([, text]) => /sdk\/v\d|protocol\/sdk/.test(text)),
  ).toEqual([]);
  for (const [path, text] of runtime)
    if (path.startsWith("src/runtime/sdk"))
      expect(await format(text, { parser: "typescript" })).toBe(text);
  expect(await typeErrors(made)).toEqual([]);

  await made.generate(shop(), { config: { features, sdk: "v1" } });
  expect({ ...made.files(), "package.json": "" }).toEqual({
    ...before,
    "package.json": "",
  });
  expect(manifestOf(made)).toHaveProperty("@modelcontextprotocol/sdk");
});

function manifestOf(made: Project): unknown {
  const text = made.read("package.json");
  return (JSON.parse(text) as { dependencies: unknown }).dependencies; // as generated
}

test("an added feature is that of the project's SDK", async () => {
  const made = project();
  await made.generate(shop(), { config: { sdk: "v2" } });
  expect(await add("sessions", { out: made.out })).toMatchObject({
    written: [
      "src/runtime/features/http/session.ts",
      "src/runtime/features/http/sessions.ts",
      "src/runtime/sdk/session.ts",
    ],
    packages: [],
  });
  expect(made.read("src/runtime/sdk/session.ts")).toContain(
    '"@modelcontextprotocol/server"',
  );
});

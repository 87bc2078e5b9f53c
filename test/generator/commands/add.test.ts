import { expect, test } from "vitest";
import { add } from "../../../generator/commands/add.js";
import { linkPackages, typeErrors } from "../regenerate/packages.js";
import { project } from "../regenerate/project.js";
import { shop } from "../regenerate/shop.js";

const streams = "src/runtime/features/responses/streams.ts";

test("add writes a feature, prints how to use it, and generate keeps it up to date", async () => {
  const made = project();
  await made.generate(shop());
  const before = made.files();
  const added = await add("streams", { out: made.out });
  expect(added).toMatchObject({
    written: [streams],
    users: ["src/client.ts"],
    imports: [
      'import { streams } from "./runtime/features/responses/streams.js";',
    ],
    code: "stream: streams()",
    packages: [expect.stringMatching(/^eventsource-parser@/)],
  });
  const { [streams]: file, ...others } = made.files();
  expect(file).toContain("export function streams(");
  expect({ ...others, "toolwright.lock": "" }).toEqual({
    ...before,
    "toolwright.lock": "",
  });

  made.edit("src/client.ts", [
    "    timeout: 30,\n",
    `    timeout: 30,\n    ${added.code},\n`,
  ]);
  made.write(
    "src/client.ts",
    `${added.imports.join("\n")}\n${made.read("src/client.ts")}`,
  );
  // The next run brings the package, and keeps the file.
  expect(await made.generate(shop())).toEqual([
    "updated package.json",
    "kept src/client.ts",
  ]);
  expect(made.has(streams)).toBe(true);
  linkPackages(made);
  expect(await typeErrors(made)).toEqual([]);
});

test("add of a per-caller credential adds its dependencies and no packages", async () => {
  const made = project();
  await made.generate(shop());
  const added = await add("on-behalf-of", { out: made.out });
  expect(added).toMatchObject({ users: ["src/client.ts"], packages: [] });
  const files = [
    "http/auth/caller-token",
    "credentials/oauth/on-behalf-of",
    "credentials/oauth/tokens",
    "credentials/per-caller",
  ].map((file) => `src/runtime/features/${file}.ts`);
  expect(added.written).toEqual(expect.arrayContaining(files));
  expect(added.imports).toHaveLength(2);
  expect(added.also.map(({ code }) => code)).toEqual([
    "features: [loginLinks()]",
  ]);
  linkPackages(made);
  expect(await typeErrors(made)).toEqual([]);
});

test("add of a claim adds its dependencies and no packages", async () => {
  const made = project();
  await made.generate(shop());
  const plain = await add("from-claim", { out: made.out });
  expect(plain).toMatchObject({ users: ["src/client.ts"], packages: [] });
  const files = ["from-claim", "own-credential", "per-caller"].map(
    (file) => `src/runtime/features/credentials/${file}.ts`,
  );
  expect(plain.written).toEqual(expect.arrayContaining(files));
  linkPackages(made);
  expect(await typeErrors(made)).toEqual([]);
});

test("add telemetry names all files that use it", async () => {
  const made = project();
  await made.generate(shop());
  const { also, users } = await add("telemetry", { out: made.out });
  expect(users).toEqual(["src/server.ts"]);
  expect(also).toEqual([
    {
      users: ["src/client.ts"],
      imports: [
        'import { observeRequests } from "./runtime/features/observe/telemetry.js";',
      ],
      code: "middleware: [observeRequests()]",
    },
    {
      users: ["src/server.ts"],
      imports: [
        'import { countRefusals } from "./runtime/features/observe/metrics.js";',
      ],
      code: "http: [countRefusals()]",
    },
  ]);
});

test.each(["jwt", "tool-filter"])(
  "the lines of add %s compile in server.ts",
  async (feature) => {
    const made = project();
    await made.generate(shop());
    const { code, imports } = await add(feature, { out: made.out });
    const server = made.read("src/server.ts");
    const line = code.replace("features: [", "features: [structuredOutput(), ");
    const inserted = code.startsWith("features")
      ? server.replace(
          "features: [structuredOutput()]",
          line.replace(
            "structuredOutput(), toolFilter()",
            "toolFilter(), structuredOutput()",
          ),
        )
      : server.replace("  // A request passes", `  ${code},\n$&`);
    made.write("src/server.ts", `${imports.join("\n")}\n${inserted}`);
    expect(inserted).not.toBe(server);
    linkPackages(made);
    expect(await typeErrors(made)).toEqual([]);
  },
);

test.each(["json-strings", "long-integers", "variables"])(
  "the line of add %s compiles in the client of an API that does not ask for it",
  async (feature) => {
    const made = project();
    const get = { responses: { "200": { description: "Things." } } };
    await made.generate(
      JSON.stringify({
        openapi: "3.1.0",
        info: { title: "Things", version: "1" },
        servers: [{ url: "https://api.example" }],
        paths: { "/things": { get } },
      }),
    );
    const { code, imports, users } = await add(feature, { out: made.out });
    expect(users).toEqual(["src/client.ts"]);
    const client = made.read("src/client.ts");
    expect(client).not.toContain(code);
    const edited = client.replace("    transport:", `    ${code},\n$&`);
    made.write("src/client.ts", `${imports.join("\n")}\n${edited}`);
    linkPackages(made);
    expect(await typeErrors(made)).toEqual([]);
  },
);

test("add skill-search compiles without the search of operations", async () => {
  const made = project();
  await made.generate(shop());
  await add("skill-search", { out: made.out });
  linkPackages(made);
  expect(await typeErrors(made)).toEqual([]);
});

test("add custom brings the features for your own components, and prints their lines", async () => {
  const made = project();
  await made.generate(shop());
  const { code, imports, servedBy } = await add("custom", { out: made.out });
  const own = `${imports.join("\n")}\nexport ${code.split("export ")[1]}`;
  made.write(
    "src/custom/index.ts",
    own.replace(
      "defineTool({ … })",
      'defineTool({ name: "a", handler: () => 1 }), definePrompt({ name: "b", text: "b" }), defineResource({ name: "c", uri: "my://c", read: () => "c" })',
    ),
  );
  expect(servedBy?.users).toEqual(["src/server.ts"]);
  const server = made.read("src/server.ts");
  made.write(
    "src/server.ts",
    `${servedBy?.imports.join("\n")}\n${server}`.replace(
      "features: [structuredOutput()]",
      `${servedBy?.code.replace("context(), ", "context(), structuredOutput(), ")}`,
    ),
  );
  linkPackages(made);
  expect(await typeErrors(made)).toEqual([]);
});

test.each([
  ["sessions", ["src/server.ts"], "./runtime/features/http/sessions.js"],
  ["cookies", ["src/client.ts"], "./runtime/features/credentials/cookies.js"],
  // Files that no one has yet are named, too.
  ["worker", ["src/worker.ts"], "./runtime/features/http/worker.js"],
  ["testing", ["test/index.ts"], "../src/runtime/features/testing/testing.js"],
  ["verify", ["test/verify.ts"], "../src/runtime/features/testing/verify.js"],
])(
  "add %s names the file and the import to change",
  async (feature, users, from) => {
    const made = project();
    // Modules whose names end as those of the server's own files do.
    await made.generate(
      shop(["listPets", "getDomain"], ["createPet", "newClient"]),
    );
    const added = await add(feature, { out: made.out });
    expect(added.users).toEqual(users);
    expect(added.imports[0]).toContain(`from "${from}";`);
  },
);

test("add restores deleted files of a feature", async () => {
  const made = project();
  await made.generate(shop(), { config: { emit: ["worker"] } });
  const { code } = await add("cookies", { out: made.out });
  expect(code).toBe("middleware: [cookies()]");
  made.remove("src/runtime/features/credentials/cookies.ts");
  const { written } = await add("cookies", { out: made.out });
  expect(written).toEqual(["src/runtime/features/credentials/cookies.ts"]);
  expect((await add("cookies", { out: made.out })).written).toEqual([]);
});

test("add keeps edits of runtime files", async () => {
  const made = project();
  await made.generate(shop());
  const errors = "src/runtime/errors.ts";
  made.write(errors, `${made.read(errors)}// mine\n`);
  const { written } = await add("cookies", { out: made.out });
  expect(written).toContain("src/runtime/features/credentials/cookies.ts");
  expect(written).not.toContain(errors);
  expect(made.read(errors)).toContain("// mine");
});

test("add rejects an unknown feature and a folder without a project", async () => {
  const made = project();
  await expect(add("streams", { out: made.out })).rejects.toThrow(
    "This folder is not a generated project.",
  );
  await expect(add("magic", { out: made.out })).rejects.toThrow(
    'Unknown feature: "magic".',
  );
});

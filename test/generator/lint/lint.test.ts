import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { check, lint, type LintFinding } from "../../../generator/index.js";
import { RULES } from "../../../generator/lint/rules.js";
import { project } from "../regenerate/project.js";
import { temporaryFolder } from "../temporary.js";
import { clean, faults, readNotes } from "./document.js";

const name = ({ argument, rule, tool }: LintFinding) =>
  [rule, tool, ...(argument === null ? [] : [argument])].join(" ");

/** Lints a document as it would be generated. */
function lintText(text: string, overlays: readonly string[] = []) {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "api.yaml"), text);
  return lint(
    { document: "api.yaml", allRoutesAsTools: true, overlays },
    { cwd: folder },
  );
}

const PLANTED = [
  "deprecated-served hireKeeper",
  "deprecated-served listKeepers",
  "enum-against-text addAnimal coat",
  "enum-against-text listAnimals size",
  "example-refused addAnimal body",
  "example-refused listAnimals kind",
  "id-without-source createVisitRefund visitId",
  "id-without-source payInvoice invoiceId",
  "large-arguments addMap",
  "large-arguments addPlan",
  "secret-argument hireKeeper card.number",
  "secret-argument hireKeeper password",
  "twins createVisitRefund createRefund",
  "twins getCageNumber getCage",
  "unbounded-list listKeepers",
  "unbounded-list listMeals",
  "values-in-text-only listAnimals mood",
  "values-in-text-only listAnimals order",
  "write-without-required addAnimal",
  "write-without-required changeAnimal",
];

describe("lint of a document alone", () => {
  test.each([
    ["patch /a/{id}", "changeThing", "required: false", true],
    ["put /a/{id}", "replaceThing", "required: false", true],
    ["post /a", "createThing", "required: false", true],
    ["post /a", "createThing", "required: true", false],
    ["post /a/{id}/start", "startThing", "required: false", false],
    ["post /a/search", "searchThings", "required: false", false],
  ])(
    "reports a write whose body may be left out: %s, %s, %s",
    async (route, operationId, required, isReported) => {
      const [method = "", path = ""] = route.split(" ");
      const id = path.includes("{id}")
        ? "{ name: id, in: path, required: true, schema: { type: integer } }"
        : "";
      const { findings } = await lintText(`openapi: 3.1.0
info: { title: Things, version: "1" }
servers: [{ url: https://things.example }]
paths:
  ${path}:
    ${method}:
      operationId: ${operationId}
      summary: Do something with a thing
      parameters: [${id}]
      requestBody:
        ${required}
        content:
          application/json:
            schema: { type: object, required: [name], properties: { name: { type: string } } }
      responses: { "204": { description: Done } }
`);
      const writes = findings.filter(
        ({ rule }) => rule === "write-without-required",
      );
      expect(writes).toMatchObject(
        isReported
          ? [
              {
                severity: "note",
                cure: { action: { update: { required: true } } },
              },
            ]
          : [],
      );
    },
  );

  test("reports the API's key once, though each tool takes it, with one overlay", async () => {
    const { findings } = await lintText(`openapi: 3.1.0
info: { title: Runs, version: "1" }
servers: [{ url: https://runs.example }]
paths:
${["a", "b", "c"]
  .map(
    (path) => `  /${path}:
    delete:
      operationId: remove_${path}
      summary: Remove ${path}
      parameters: [{ name: x-api-key, in: header, schema: { type: string } }]
      responses: { "204": { description: Gone } }`,
  )
  .join("\n")}
`);
    expect(findings).toMatchObject([
      {
        rule: "secret-argument",
        tool: "remove_a",
        message:
          "A model is asked for x-api-key by 3 tools, so that the secret is in its context.",
        cure: {
          kind: "overlay",
          action: {
            target: "$",
            update: { security: [{ apiKey: [] }] },
          },
        },
      },
    ]);
  });

  test("reports every planted fault, two of each rule, and no other", async () => {
    const { findings, out, unread } = await lintText(faults());
    expect(findings.map(name).sort()).toEqual(PLANTED);
    expect(new Set(findings.map(({ rule }) => rule))).toEqual(
      new Set(Object.keys(RULES)),
    );
    expect({ out, unread }).toEqual({ out: null, unread: [] });
  });

  test("names file, line and column, and writes fixes into an overlay", async () => {
    const { findings } = await lintText(faults());
    const order = findings.find(({ argument }) => argument === "order");
    expect(order).toMatchObject({
      severity: "warning",
      operation: "GET /animals",
      file: "api.yaml",
      line: 25,
      column: 11,
      module: { file: "src/tools/list-animals.ts" },
      cure: {
        kind: "overlay",
        isCertain: true,
        action: {
          target:
            "$.paths['/animals'].get.parameters[?@.name == 'order' && @.in == 'query'].schema",
          update: { enum: ["asc", "desc"] },
        },
      },
    });
  });

  test("reports no lists without a limit if the config limits results", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "api.yaml"), faults());
    const { findings } = await lint(
      {
        document: "api.yaml",
        allRoutesAsTools: true,
        maxResultTokens: 20_000,
      },
      { cwd: folder },
    );
    expect(findings.filter(({ rule }) => rule === "unbounded-list")).toEqual(
      [],
    );
  });

  test.each([
    ["features: [shortenResponses({ maxResultTokens: 20000 })]", 0],
    ["features: [/* shortenResponses() */]", 2],
  ])("reads from server.ts if results are limited: %s", async (code, count) => {
    const zoo = project();
    await zoo.generate(faults());
    zoo.edit("src/server.ts", [
      /features: \[[^\]]*\]/.exec(zoo.read("src/server.ts"))?.[0] ?? "",
      code,
    ]);
    const document = join(temporaryFolder(), "api.yaml");
    writeFileSync(document, faults());
    const config = { document, out: zoo.out, allRoutesAsTools: true };
    const { findings } = await lint(config);
    const lists = findings.filter(({ rule }) => rule === "unbounded-list");
    expect(lists).toHaveLength(count);
  });

  test.each(["bookshop", "petstore", "carried-edits"])(
    "reports no errors in the sample %s",
    async (sample) => {
      const out = join("samples", sample, "server");
      const files = { bookshop: "openapi.yaml", petstore: "openapi.json" };
      const file =
        sample === "carried-edits"
          ? "library.v2.yaml"
          : files[sample as keyof typeof files];
      const {
        counts,
        out: folder,
        unread,
      } = await lint({
        document: join("samples", sample, file),
        out,
      });
      expect(folder).toBe(join(process.cwd(), out));
      expect({ errors: counts.error, unread }).toEqual({
        errors: 0,
        unread: [],
      });
    },
  );
});

describe("the overlay of lint", () => {
  const uncured = PLANTED.filter(
    (each) =>
      !/^(deprecated-served|example-refused)|order$|addAnimal$/.test(each) &&
      // The tools that were removed.
      !/hireKeeper|listKeepers/.test(each),
  );

  test("has certain fixes as actions, and the others as comments", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "api.yaml"), faults());
    const config = { document: "api.yaml", allRoutesAsTools: true };
    const first = await lint(config, { cwd: folder, overlay: "fix.yaml" });
    expect(first.overlay).toMatchObject({
      files: ["fix.yaml"],
      actions: 6,
      unfixed: PLANTED.length - 6,
    });
    const text = readFileSync(join(folder, "fix.yaml"), "utf8");
    expect(text).not.toMatch(/todo/i);
    await expect(text).toMatchFileSnapshot("faults.overlay.txt");
    const { findings } = await lint(
      { ...config, overlays: ["fix.yaml"] },
      { cwd: folder },
    );
    expect(findings.map(name).sort()).toEqual(uncured);
  });

  test("does not overwrite a file that holds something else", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "api.yaml"), faults());
    writeFileSync(join(folder, "fix.yaml"), "mine");
    const config = { document: "api.yaml", allRoutesAsTools: true };
    await expect(
      lint(config, { cwd: folder, overlay: "fix.yaml" }),
    ).rejects.toMatchObject({ code: "file-exists" });
    expect(readFileSync(join(folder, "fix.yaml"), "utf8")).toBe("mine");
  });
});

describe("the baseline of lint", () => {
  const lintProject = (out: string, text: string, options = {}) =>
    lint({ out, allRoutesAsTools: true }, { text, ...options });

  test("fails for new twins, and not for recorded ones", async () => {
    const made = project();
    const old = clean(
      readNotes("/notes/new", "readNotes"),
      readNotes("/notes/old", "readNotesOld"),
    );
    await made.generate(old);
    const recorded = await lintProject(made.out, old, { update: true });
    expect(recorded).toMatchObject({ passed: true, newFindings: [] });
    expect(made.read("lint-baseline.json")).toBe(
      '[\n  {"rule":"twins","tool":"readNotesOld","argument":"readNotes"}\n]\n',
    );
    const again = await lintProject(made.out, old, { baseline: true });
    expect(again).toMatchObject({ passed: true, newFindings: [] });

    const newer = `${old}${readNotes("/notes/lost", "readNotesLost")}`;
    await made.generate(newer);
    const { newFindings, passed } = await lintProject(made.out, newer, {
      baseline: true,
    });
    expect(passed).toBe(false);
    expect(newFindings?.map(name)).toEqual(["twins readNotesLost readNotes"]);
  });

  test("counts as empty if it is missing, and is an error if it holds no list", async () => {
    const made = project();
    const text = clean(
      readNotes("/notes/new", "readNotes"),
      readNotes("/notes/old", "readNotesOld"),
    );
    await made.generate(text);
    const { passed } = await lintProject(made.out, text, { baseline: true });
    expect(passed).toBe(false);
    expect(made.has("lint-baseline.json")).toBe(false);
    made.write("lint-baseline.json", "{}");
    await expect(
      lintProject(made.out, text, { baseline: true }),
    ).rejects.toMatchObject({ code: "bad-baseline" });
  });
});

describe("lint of a project", () => {
  test("reads modules as edited, and your own tools", async () => {
    const made = project();
    await made.generate(clean());
    made.edit("src/tools/add-note.ts", [
      'description: "Plain text."',
      'description: "One of `short`, `long`."',
    ]);
    made.write(
      "src/custom/index.ts",
      `import { defineTool } from "../runtime/features/components/custom/define.js";
const level = "Must be one of \`low\`, \`high\`.";
const greet = defineTool({
  name: "greet",
  description: "Say hello.",
  arguments: {
    level: { type: "string", description: level },
    access_token: { type: "string" },
    count: { type: "integer", description: describeCount() },
  },
  example: { count: "many" },
  handler: () => "Hello",
});
export const custom = [greet, ...others.map(defineTool)];
`,
    );
    const result = await lint(
      { out: made.out, allRoutesAsTools: true },
      { text: clean() },
    );
    expect(
      result.findings.map((finding) => [
        name(finding),
        finding.severity,
        `${finding.module.file}:${finding.module.line}`,
        finding.cure.kind,
      ]),
    ).toEqual([
      ["example-refused greet", "error", "src/custom/index.ts:11", "module"],
      [
        "values-in-text-only addNote text",
        "warning",
        "src/tools/add-note.ts:13",
        "module",
      ],
      [
        "values-in-text-only greet level",
        "warning",
        "src/custom/index.ts:7",
        "module",
      ],
      [
        "secret-argument greet access_token",
        "warning",
        "src/custom/index.ts:8",
        "module",
      ],
    ]);
    expect(result.unread).toEqual([
      { file: "src/custom/index.ts", line: 14, part: "defineTool" },
      {
        file: "src/custom/index.ts",
        line: 9,
        part: "arguments.count.description",
      },
    ]);
    expect(result.passed).toBe(false);
  });

  test("runs no code of the project's modules", async () => {
    const made = project();
    await made.generate(clean());
    made.write(
      "src/custom/index.ts",
      `import { writeFileSync } from "node:fs";
writeFileSync(${JSON.stringify(join(made.out, "ran"))}, "");
export const custom = [];
`,
    );
    await lint({ out: made.out, allRoutesAsTools: true }, { text: clean() });
    expect(existsSync(join(made.out, "ran"))).toBe(false);
  });

  test("fails check for a wrong example in an edited module, not for one in the document", async () => {
    const made = project();
    await made.generate(faults());
    const config = { out: made.out, allRoutesAsTools: true };
    const fine = await check(config, { text: faults() });
    expect(fine).toMatchObject({ current: true, flaws: [] });
    made.edit("src/tools/pay-invoice.ts", [
      '  request: "POST /invoices',
      '  example: { invoiceId: 7, day: "today" },\n  request: "POST /invoices',
    ]);
    const { current, flaws } = await check(config, { text: faults() });
    expect(current).toBe(false);
    expect(flaws).toEqual([
      expect.objectContaining({
        code: "example-refused",
        file: "src/tools/pay-invoice.ts",
        line: expect.any(Number) as number,
      }),
    ]);
  });
});

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  diff,
  generate,
  ToolwrightError,
  type Config,
} from "../../../generator/index.js";
import { linkPackages, typeErrors } from "./packages.js";
import { project } from "./project.js";

/** A service for incidents: a page of them, one of them, one without a description, and one of two forms. */
function incidents(fields = "title: { type: string }") {
  return `openapi: 3.1.0
info: { title: Incidents, version: 1.0.0 }
servers: [{ url: "https://incidents.example" }]
paths:
  /incidents:
    get:
      operationId: listIncidents
      parameters: [{ name: offset, in: query, schema: { type: integer } }]
      responses:
        "200":
          description: OK
          content:
            application/json:
              schema:
                type: object
                properties:
                  incidents: { type: array, items: { $ref: "#/components/schemas/Incident" } }
                  more: { type: boolean }
                  links: { type: object, properties: { self: { type: string } } }
  /incidents/{id}:
    get:
      operationId: getIncident
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses:
        "200":
          description: OK
          content:
            application/json:
              schema: { $ref: "#/components/schemas/Incident" }
  /notes:
    get: { operationId: listNotes, responses: { "200": { description: OK } } }
  /report:
    get: { operationId: getReport, responses: { "200": { description: OK, content: { text/csv: {} } } } }
  /latest:
    get:
      operationId: getLatest
      responses:
        "200":
          description: OK
          content:
            application/json:
              schema:
                oneOf:
                  - $ref: "#/components/schemas/Incident"
                  - type: object
                    properties: { reason: { type: string } }
components:
  schemas:
    Person: { type: object, properties: { name: { type: string }, manager: { $ref: "#/components/schemas/Person" } } }
    Incident:
      type: object
      required: [id]
      properties:
        id: { type: string }
        ${fields}
        labels: { type: object, additionalProperties: { type: string } }
        assignments: { type: array, items: { type: object, properties: { assignee: { $ref: "#/components/schemas/Person" }, at: { type: string } } } }
`;
}

const withFields = (operation: string, ...fields: string[]): Config => ({
  outputSchemas: "typed",
  overrides: { [operation]: { fields } },
});

test.each<[what: string, operation: string, given: string[], want: string[]]>([
  [
    "an object",
    "getIncident",
    ["id", "title", "assignments.assignee.name"],
    ["id", "title", "assignments.assignee.name"],
  ],
  ["the notation of callers", "getIncident", ["id,$.title"], ["id", "title"]],
  [
    "the items of the only list, whose scalars stay",
    "listIncidents",
    ["id", "assignments[].at"],
    ["incidents.id", "incidents.assignments.at", "more"],
  ],
  [
    "names of the wrapper itself",
    "listIncidents",
    ["incidents.id", "more"],
    ["incidents.id", "more"],
  ],
  ["keys of a map", "getIncident", ["labels.team"], ["labels.team"]],
  ["a field of one branch", "getLatest", ["reason", "id"], ["reason", "id"]],
  [
    "a type that leads back to itself",
    "getIncident",
    ["assignments.assignee.manager.manager.name"],
    ["assignments.assignee.manager.manager.name"],
  ],
  ["a response that isn't described", "listNotes", ["text"], ["text"]],
])("fields of %s", async (_what, operation, given, want) => {
  const made = project();
  await made.generate(incidents(), { config: withFields(operation, ...given) });
  const file = operation.replace(/[A-Z]/g, (letter) => `-${letter}`);
  const text = made.read(`src/tools/${file.toLowerCase()}.ts`);
  const [, list = ""] = /fields: (\[[^\]]*\])/.exec(text) ?? [];
  expect(JSON.parse(list.replace(/,\s*\]$/, "]"))).toEqual(want);
  expect(made.read("src/server.ts")).toContain("pick: pickFields,");
});

test.each<[what: string, operation: string, given: string[], message: RegExp]>([
  [
    "a name that no branch declares",
    "getLatest",
    ["titel"],
    /names the field "titel", which the response doesn't declare\..*Did you mean title\?.*Declared are reason, id, title/s,
  ],
  [
    "a name of a deeper level",
    "getIncident",
    ["assignments.assignee.nam"],
    /"assignments\.assignee\.nam".*Did you mean name\?/s,
  ],
  [
    "a field of a text",
    "getIncident",
    ["title.length"],
    /"title\.length".*No fields are declared there/s,
  ],
  ["a response of text", "getReport", ["id"], /a response that is of text/],
  ["no name", "getIncident", ["$"], /without the name of one/],
])("%s is an error in fields", async (_what, operation, given, message) => {
  const error: unknown = await project()
    .generate(incidents(), { config: withFields(operation, ...given) })
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ToolwrightError);
  const { problems } = error as ToolwrightError;
  const texts = problems.map(({ hint, message }) => `${message} ${hint}`);
  expect(texts.join("\n")).toMatch(message);
});

test("output schema, example and test show the fields", async () => {
  const made = project();
  await made.generate(incidents("title: { type: string, examples: [Fire] }"), {
    config: {
      ...withFields("getIncident", "id", "assignments.assignee.name"),
      emit: ["tests"],
    },
  });
  const outputs = made.read("src/generated/output-schemas.ts");
  const [, own = ""] =
    /"GET \/incidents\/\{id\}": (.*?)\n {4}"GET/s.exec(outputs) ?? [];
  expect(own).toContain("assignee");
  expect(own).not.toMatch(/title|manager|\bat\b|labels/);
});

test("strip: false takes names that the document doesn't declare", async () => {
  const made = project();
  await made.generate(incidents(), {
    config: {
      overrides: { getIncident: { fields: ["id", "secret_id"], strip: false } },
    },
  });
  expect(made.read("src/tools/get-incident.ts")).toContain(
    'fields: ["id", "secret_id"]',
  );
});

test("a field that the API dropped is told by name, the others stay, and it comes back", async () => {
  const made = project();
  const config = withFields("getIncident", "id", "title");
  const run = async (text: string) => {
    const { findings } = await generate(
      { out: made.out, allRoutesAsTools: true, ...config },
      { text },
    );
    const codes = findings.filter(({ code }) => code === "lost-field");
    return codes.map(({ message }) => message);
  };
  const listed = () =>
    /fields: (\[.*\])/.exec(made.read("src/tools/get-incident.ts"))?.[1];
  expect(await run(incidents())).toEqual([]);
  made.edit("src/tools/get-incident.ts", [
    "return send(args);",
    'const response = await send(args);\n    return { ...response, note: response.data.title ?? "" };',
  ]);
  linkPackages(made);
  expect(await typeErrors(made)).toEqual([]);
  const lost =
    'The override of GET /incidents/{id} names the field "title", which the response no longer has.';
  for (let times = 0; times < 2; times += 1) {
    expect(await run(incidents("name: { type: string }"))).toEqual([lost]);
    expect(listed()).toBe('["id"]');
  }
  // The handler that uses it is pointed out by the compiler.
  expect(await typeErrors(made)).toEqual([
    expect.stringMatching(/^src\/tools\/get-incident\.ts.*'title' does not/),
  ]);
  expect(await run(incidents())).toEqual([]);
  expect(listed()).toBe('["id", "title"]');
});

test("the compiler refuses a name in a module that the response doesn't have", async () => {
  const made = project();
  await made.generate(incidents(), {
    config: withFields("getIncident", "id", "assignments.assignee.name"),
  });
  linkPackages(made);
  expect(await typeErrors(made)).toEqual([]);
  made.edit("src/tools/get-incident.ts", ['"id"', '"idd"']);
  expect(await typeErrors(made)).toEqual([
    expect.stringMatching(/^src\/tools\/get-incident\.ts.*"idd"/),
  ]);
});

test("diff tells fields that callers no longer get, and nothing of fields that they never got", async () => {
  const made = project();
  const config = { allRoutesAsTools: true, out: made.out };
  const given = (text: string, more: Config) => {
    const document = join(made.out, "..", "openapi.yaml");
    writeFileSync(document, text);
    return { ...config, ...more, document };
  };
  await generate(given(incidents(), withFields("getIncident", "id", "title")));
  const changesOf = async (text: string, more: Config) => {
    const changes = await diff(given(text, more));
    return changes
      .filter(({ route }) => route === "GET /incidents/{id}")
      .map(({ text }) => text);
  };
  expect(
    await changesOf(
      incidents("title: { type: string }\n        age: { type: integer }"),
      withFields("getIncident", "id", "title"),
    ),
  ).toEqual([]);
  expect(await changesOf(incidents(), withFields("getIncident", "id"))).toEqual(
    ["response title: removed", 'fields: ["id","title"] → ["id"]'],
  );
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { emit } from "./project.js";

const POSITIVE = { type: "integer", minimum: 1 };

const DOCUMENT = {
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  paths: {
    "/pets": {
      get: {
        operationId: "listPets",
        parameters: [
          {
            name: "limit",
            in: "query",
            description: "How many to **return**.\n\nThis is told at length.",
            schema: { ...POSITIVE, maximum: 100, default: 20 },
          },
          {
            name: "page",
            in: "query",
            deprecated: true,
            description: "Which page",
            schema: POSITIVE,
          },
        ],
        responses: { 204: { description: "none" } },
      },
      put: {
        operationId: "putPets",
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: { $ref: "#/components/schemas/Pet" },
            },
          },
        },
        responses: {
          200: {
            description: "it",
            content: {
              "application/json": {
                schema: { $ref: "#/components/schemas/Pet" },
              },
            },
          },
        },
        parameters: [{ name: "id", in: "query", schema: POSITIVE }],
      },
    },
  },
  components: {
    schemas: {
      Born: { type: "string", format: "date", description: "A day" },
      Pet: {
        type: "object",
        properties: {
          id: { type: "string" },
          born: { $ref: "#/components/schemas/Born" },
        },
      },
    },
  },
};

test("an editor shows descriptions of a handler's arguments and responses", async () => {
  const project = await emit(
    { document: "-", allRoutesAsTools: true },
    JSON.stringify(DOCUMENT),
  );
  const hover = hoverIn(project);
  const list = "src/tools/list-pets.ts";
  expect(hover(list, "return send(args);", "args.limit")).toEqual([
    "How many to return. (default: 20, minimum: 1, maximum: 100)",
  ]);
  expect(hover(list, "return send(args);", "args.page")).toEqual([
    "@deprecated Which page. (minimum: 1)",
  ]);
  const put = "src/tools/put-pets.ts";
  const born = ["A day. (format: date)"];
  expect(hover(put, "return send(args);", "args.born")).toEqual(born);
  const answer = "(await send(args)).data.born";
  expect(hover(put, "return send(args);", answer)).toEqual(born);
});

/** Text that TypeScript's language service shows for the end of an expression in a module. */
function hoverIn(project: string) {
  const files = new Map<string, string>();
  const config = ts.getParsedCommandLineOfConfigFile(
    join(project, "tsconfig.json"),
    {},
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined },
  );
  const service = ts.createLanguageService({
    ...ts.sys,
    useCaseSensitiveFileNames: () => true,
    // The types of Node say nothing here, and would be half of what is read.
    getCompilationSettings: () => ({ ...config?.options, types: [] }),
    getScriptFileNames: () => [...files.keys()],
    getScriptVersion: (file) => String(files.get(file)?.length),
    getScriptSnapshot: (file) => {
      const text = files.get(file) ?? ts.sys.readFile(file);
      return text === undefined
        ? undefined
        : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => project,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
  });
  return (path: string, place: string, expression: string): string[] => {
    const file = join(project, path);
    const text = readFileSync(file, "utf8").replace(place, `${expression};`);
    files.set(file, text);
    const end = text.indexOf(expression) + expression.length - 1;
    const info = service.getQuickInfoAtPosition(file, end);
    const tags = info?.tags?.map(
      ({ name, text: said }) => `@${name} ${ts.displayPartsToString(said)}`,
    );
    return [
      ts.displayPartsToString(info?.documentation),
      ...(tags ?? []),
    ].filter(Boolean);
  };
}

import { mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { edit } from "../generator/merge/modules.js";
import type { History } from "./history.js";

const packages = fileURLToPath(new URL("../../node_modules", import.meta.url));

/** A web application in its own folder that is worked on, as a project calls it in its own process. */
export function worked(folder: string, allRoutesAsTools: boolean): History {
  const home = mkdtempSync(join(folder, "app-"));
  symlinkSync(packages, join(home, "node_modules"), "junction");
  writeFileSync(join(home, "package.json"), `{ "type": "module" }\n`);
  const app = join(home, "app.ts");
  return {
    title: `an application${allRoutesAsTools ? ", all tools" : ""}`,
    documents: ["its first version", ...changes.map(([name]) => name)],
    ...(allRoutesAsTools ? {} : { firstEdit: 20 }),
    configOf(index) {
      const pairs = changes.slice(0, index).flatMap(([, ...change]) => change);
      writeFileSync(app, edit(first, pairs));
      return { app, allRoutesAsTools };
    },
  };
}

/** Changes of the application, version by version. */
const changes: readonly (readonly [
  name: string,
  ...pairs: (readonly [from: string, to: string])[],
])[] = [
  ["words of a summary", ["`All ${noun}s`", "`All ${noun}s that are here`"]],
  ["an argument more", ["      limit:", "      sort: string,\n      limit:"]],
  ["a field more", ["  name: {", "  note: string,\n  name: {"]],
  [
    "a route more",
    [
      "});\n\nawait app.ready",
      `  app.get("/health", { schema: { operationId: "health" } }, () => ({}));\n});\n\nawait app.ready`,
    ],
  ],
  ["other names of operations", ["`list${Noun}s`", "`find${Noun}s`"]],
  ["a smaller bound", ["maximum: 100", "maximum: 50"]],
  ["one resource for another", [`"fine"`, `"desk"`]],
  ["a field that is required", [`["name"]`, `["name", "note"]`]],
  ["words of a field", ["What it is called.", "What it is called, in short."]],
  ["an argument less", ["      limit: { ...integer, maximum: 50 },\n", ""]],
];

const first = `import swagger from "@fastify/swagger";
import Fastify from "fastify";

const nouns = ["author", "book", "event", "fine", "loan", "member", "room", "tape"];
const string = { type: "string" };
const integer = { type: "integer" };
const fields = {
  name: { ...string, description: "What it is called." },
};
const body = { type: "object", properties: fields, required: ["name"] };
const thing = { type: "object", properties: { id: integer, ...fields } };
const one = { params: { type: "object", properties: { id: integer }, required: ["id"] } };
const listing = {
  querystring: {
    type: "object",
    properties: {
      limit: { ...integer, maximum: 100 },
    },
  },
};

export const app = Fastify();

await app.register(swagger, {
  openapi: { openapi: "3.1.0", info: { title: "Library", version: "1.0.0" } },
});

await app.register(async (app) => {
  for (const noun of nouns) {
    const Noun = noun.charAt(0).toUpperCase() + noun.slice(1);
    const named = (operationId: string, summary: string) => ({ operationId, summary, tags: [noun] });
    const answer = { response: { 200: thing } };
    const all = { response: { 200: { type: "array", items: thing } } };
    app.get(\`/\${noun}s\`, { schema: { ...named(\`list\${Noun}s\`, \`All \${noun}s\`), ...listing, ...all } }, () => []);
    app.post(\`/\${noun}s\`, { schema: { ...named(\`add\${Noun}\`, \`Add a \${noun}\`), body, ...answer } }, () => ({}));
    app.get(\`/\${noun}s/:id\`, { schema: { ...named(\`get\${Noun}\`, \`One \${noun}\`), ...one, ...answer } }, () => ({}));
    app.put(\`/\${noun}s/:id\`, { schema: { ...named(\`set\${Noun}\`, \`Replace a \${noun}\`), ...one, body, ...answer } }, () => ({}));
    app.delete(\`/\${noun}s/:id\`, { schema: { ...named(\`drop\${Noun}\`, \`Take a \${noun} away\`), ...one } }, () => ({}));
  }
});

await app.ready();
`;

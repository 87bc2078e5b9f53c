import { describe, expect, test } from "vitest";
import { add } from "../../../generator/commands/add.js";
import { FEATURE_NAMES } from "../../../generator/features/features.js";
import { project } from "../regenerate/project.js";
import type { Project } from "../regenerate/project.js";

/** Files that use features. */
const USERS = ["src/client.ts", "src/main.ts", "src/server.ts"];

const page = {
  authorizationUrl: "https://login.example.com/authorize",
  tokenUrl: "https://login.example.com/token",
  scopes: {},
};
const file = { type: "string", format: "binary" };
const form = { type: "object", properties: { file } };
const document = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Things", version: "1" },
  servers: [{ url: "https://api.example.com" }],
  paths: {
    "/things": {
      post: {
        security: [{ key: [] }],
        requestBody: { content: { "multipart/form-data": { schema: form } } },
        responses: { "204": { description: "Done" } },
      },
    },
  },
  components: {
    securitySchemes: {
      key: { type: "oauth2", flows: { authorizationCode: page } },
    },
  },
});

async function generated(features: readonly string[]): Promise<Project> {
  const made = project();
  await made.generate(document, { config: { auth: "tokens", features } });
  return made;
}

/** Names that a module imports from the project. */
function importsOf(text: string): string[] {
  const clauses = text.matchAll(/import (?:type )?\{([^}]*)\} from "\./g);
  return [...clauses].flatMap(([, names = ""]) =>
    names.split(",").flatMap((name) => name.trim() || []),
  );
}

const runtimeOf = (made: Project) =>
  Object.keys(made.files()).filter((path) => path.startsWith("src/runtime/"));

describe("`add` of a feature", () => {
  test.each([...FEATURE_NAMES])(
    "%s writes the files and prints the lines that `features` writes",
    async (name) => {
      const plain = await generated([]);
      const whole = await generated([name]);
      const made = await generated([]);
      const result = await add(name, { out: made.out });
      const { also, onlyGenerated = "", servedBy } = result;
      const places = [result, ...also, ...(servedBy ? [servedBy] : [])];
      // Another feature that a text names can be added as well.
      const named = new Set(runtimeOf(made));
      for (const other of FEATURE_NAMES.filter((feature) =>
        onlyGenerated.split(/[^\w-]/).includes(feature),
      )) {
        const { written } = await add(other, { out: made.out });
        for (const path of written) named.add(path);
      }
      expect(runtimeOf(whole).filter((path) => !named.has(path))).toEqual([]);
      for (const path of USERS) {
        const old = new Set(importsOf(plain.read(path)));
        const printed = places
          .filter(({ users }) => users.includes(path))
          .flatMap(({ imports }) => importsOf(imports.join("\n")));
        const missing = importsOf(whole.read(path)).filter(
          (imported) => !old.has(imported) && !printed.includes(imported),
        );
        if (missing.length > 0)
          expect(`${name}: ${onlyGenerated}`).toContain(path.slice(4));
      }
    },
  );
});

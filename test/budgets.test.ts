import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Config } from "../generator/index.js";
import { FEATURES } from "../generator/features/features.js";
import {
  createCounter,
  countToolTokens,
  totalTokens,
} from "../generator/schema/token-count.js";
import { project } from "./generator/regenerate/project.js";

/**
 * Budgets of what a user feels: what they install, review in the first pull request, and pay for each listing.
 * None counts lines of source. `supply-chain.test.ts` holds the packages and megabytes of an installation.
 */

/** An API that asks for nothing: JSON, no credentials. */
const PLAIN_DOCUMENT = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Plain", version: "1" },
  servers: [{ url: "https://api.example" }],
  paths: {
    "/things/{id}": {
      get: {
        operationId: "getThing",
        parameters: [
          {
            in: "path",
            name: "id",
            required: true,
            schema: { type: "integer" },
          },
        ],
        responses: {
          "200": {
            description: "It.",
            content: {
              "application/json": {
                schema: {
                  type: "object",
                  properties: { id: { type: "integer" } },
                },
              },
            },
          },
        },
      },
    },
  },
});

/** Files and bytes that someone reads: neither the lock nor what npm and the compiler write. */
function reviewedSize(files: Record<string, string>) {
  const texts = Object.entries(files)
    .filter(
      ([path]) => !/(^|\/)(node_modules|dist)\/|lock(\.json)?$/.test(path),
    )
    .map(([, text]) => text);
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return { files: texts.length, bytes };
}

function readFolder(folder: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => !path.startsWith("node_modules"))
    .filter((path) => statSync(join(folder, path)).isFile());
  return Object.fromEntries(
    paths.map((path) => [path, readFileSync(join(folder, path), "utf8")]),
  );
}

describe("a plain project", () => {
  it.each<[string, Config]>([
    ["with a resource template", { allRoutesAsTools: false }],
    ["with a tool", { allRoutesAsTools: true }],
  ])("%s has few files and bytes", async (_name, config) => {
    const plain = project();
    await plain.generate(PLAIN_DOCUMENT, { config });
    const { files, bytes } = reviewedSize(plain.files());
    expect(files).toBeLessThanOrEqual(54);
    expect(bytes).toBeLessThanOrEqual(259_000);
  });
});

describe("the petstore's first pull request", () => {
  it("has few files and bytes", () => {
    const { files, bytes } = reviewedSize(
      readFolder("samples/petstore/server"),
    );
    expect(files).toBeLessThanOrEqual(93);
    expect(bytes).toBeLessThanOrEqual(372_000);
  });
});

describe("the petstore's listing", () => {
  it("costs a model few tokens", () => {
    const listing = JSON.parse(
      readFileSync("test/samples/listings/Petstore.json", "utf8"),
    ) as { tools: Parameters<typeof countToolTokens>[0][] }; // a golden file of this repository
    const count = createCounter();
    const tokens = totalTokens(
      ...listing.tools.map((tool) => countToolTokens(tool, count)),
    );
    expect(tokens).toBeLessThanOrEqual(1_450);
  });
});

describe("the features that are emitted by default", () => {
  it("have a document, the spec or a promise of SECURITY.md as their reason", () => {
    const named = FEATURES.flatMap(({ name, reason = "choice" }) =>
      reason === "choice" ? [] : [`${name}: ${reason}`],
    );
    expect(named.sort()).toMatchInlineSnapshot(`
      [
        "api-key: document",
        "axios: spec",
        "basic: document",
        "bearer: document",
        "binary: document",
        "credentials: document",
        "error-details: document",
        "etag: document",
        "fetch-app: spec",
        "flat-bodies: document",
        "form: document",
        "http: spec",
        "import-app: spec",
        "import-typescript-app: spec",
        "inline: document",
        "json-lines: document",
        "json-strings: document",
        "list-pages: document",
        "long-integers: document",
        "multipart: document",
        "mutual-tls: document",
        "node: spec",
        "oauth2: document",
        "openid-connect: document",
        "output-schemas: document",
        "page-headers: document",
        "refs: document",
        "resources: spec",
        "server-app: spec",
        "streams: spec",
        "strip: spec",
        "truncate-schemas: document",
      ]
    `);
  });
});

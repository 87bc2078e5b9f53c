import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Config } from "../../generator/index.js";
import { bundle, emit } from "../emitted/project.js";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const WAV = Buffer.from(
  "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=",
  "base64",
);

/** Media type and body by path. */
const ANSWERS: Readonly<Record<string, readonly [string, string | Buffer]>> = {
  "/image": ["image/png", PNG],
  "/audio": ["audio/wav", WAV],
  "/file": ["application/octet-stream", "the file's bytes"],
  "/static-binary": ["image/png", PNG],
  "/test/template/123/data": ["application/json", '{"id":"123"}'],
};

/** The API of openapi.json, on this machine. */
export async function startApi() {
  const server = createServer(({ url = "" }, response) => {
    const [type, body] = ANSWERS[url] ?? ["text/plain", `This is ${url}.`];
    response
      .writeHead(url === "/error" ? 500 : 200, { "content-type": type })
      .end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // it listens on TCP
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    close: () => void server.close(),
  };
}

/** Edits for scenarios that no API gives: `[file, generated, edited]`. */
const EDITS: readonly (readonly [string, string, string])[] = [
  [
    "tools/test-tool-with-progress.ts",
    "async handler(args, { send }) {",
    `async handler(args, { progress, send }) {
      for (const step of ["begun", "half", "done"]) progress(step);`,
  ],
  [
    "tools/test-multiple-content-types.ts",
    "return send(args);",
    `const { data } = await send(args);
      const blob = Buffer.from("a file").toString("base64");
      return {
        content: [
          { type: "text", text: String(data) },
          { type: "image", data: "${PNG.toString("base64")}", mimeType: "image/png" },
          { type: "resource", resource: { uri: "test://file", mimeType: "text/plain", blob } },
        ],
      };`,
  ],
  ["resources/static-text.ts", "resource://static-text", "test://static-text"],
  [
    "resources/static-binary.ts",
    "resource://static-binary",
    "test://static-binary",
  ],
  [
    "server.ts",
    "features: [",
    `listing: (schema, { $defs }) => ({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      ...schema,
      $defs,
    }),
    features: [`,
  ],
];

/** The bundled server that is generated from openapi.json, with some edits by hand. */
export async function buildServer(
  sdk: NonNullable<Config["sdk"]> = "v1",
): Promise<string> {
  const project = await emit({
    document: "test/conformance/openapi.json",
    sdk,
    sharedSchemas: "refs",
    routeMaps: [
      { pattern: "^/(static|test)", routeType: "RESOURCE" },
      { routeType: "TOOL" },
    ],
    features: ["completions", "sessions"],
  });
  for (const [file, generated, edited] of EDITS) {
    const path = join(project, "src", file);
    const text = await readFile(path, "utf8");
    if (!text.includes(generated)) throw new Error(`${file}: ${generated}?`);
    await writeFile(path, text.replace(generated, edited));
  }
  return bundle(project);
}

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Config } from "../../../generator/index.js";
import { temporaryFolder } from "../temporary.js";
import { project } from "./project.js";
import { shop } from "./shop.js";

/** The shop with a secret among the parameters of one operation. */
const withSecret = (place: string, ...changes: (readonly [string, string])[]) =>
  shop(
    [
      "      parameters:\n        - { name: limit",
      `      parameters:\n        - { name: X-Access-Token, in: ${place}, required: true, schema: { type: string } }\n        - { name: limit`,
    ],
    ...changes,
  );
const config: Config = { arguments: { "X-Access-Token": { env: "SHOP_KEY" } } };

/** Overlay of the actions in an error's hint. */
function overlayOf(message: string): string {
  const [, actions = ""] =
    /from its environment: (\{.*\})$/m.exec(message) ?? [];
  const folder = temporaryFolder();
  const path = join(folder, "overlay.json");
  const info = { title: "Key", version: "1" };
  const parsed = JSON.parse(`[${actions}]`) as object[];
  writeFileSync(
    path,
    JSON.stringify({ overlay: "1.0.0", info, actions: parsed }),
  );
  return path;
}

test.each([
  ["header", withSecret("header"), "API_ACCESS_TOKEN, API_KEY"],
  ["query", withSecret("query"), "API_ACCESS_TOKEN, API_KEY"],
  [
    "header of a document without credentials",
    withSecret("header", ["security:\n  - key: []\n", ""]),
    "API_ACCESS_TOKEN",
  ],
])(
  "a secret in a %s is refused, and the overlay of the refusal makes it a credential",
  async (_, document, variables) => {
    const made = project();
    const error = await made
      .generate(document, { config })
      .catch((thrown: unknown) => thrown);
    const message = String(error);
    expect(message).toContain(
      "The value of X-Access-Token of GET /pets is a secret, and only credentials are masked in logs and errors.",
    );
    await made.generate(document, {
      config: { overlays: [overlayOf(message)] },
    });
    const named = made
      .read(".env.example")
      .matchAll(/^(API_(?:ACCESS_TOKEN|KEY))=/gm);
    expect([...named].map(([, name]) => name).join(", ")).toBe(variables);
    expect(made.read("src/tools/list-pets.ts")).not.toContain("X-Access-Token");
  },
);

test("a secret in the body is refused with another way", async () => {
  const made = project();
  const document = shop([
    "        age: { type: integer }\n",
    "        age: { type: integer }\n        password: { type: string }\n",
  ]);
  const secret: Config = { arguments: { password: { value: "hunter22" } } };
  await expect(made.generate(document, { config: secret })).rejects.toThrow(
    "No security scheme can be in the body. Add the value in middleware of the client",
  );
});

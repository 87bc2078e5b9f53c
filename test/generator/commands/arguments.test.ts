import { describe, expect, test } from "vitest";
import * as toolwright from "../../../generator/index.js";
import { ToolwrightError } from "../../../generator/index.js";

type Public = (...values: unknown[]) => Promise<unknown>;

/** Public functions as a script without types sees them; `add` has a name before its config. */
const FUNCTIONS = (
  ["add", "check", "diff", "generate", "plan", "report"] as const
).map((name) => {
  const callee = toolwright[name] as Public; // any values, as JavaScript gives them
  return [
    name,
    name === "add" ? callee.bind(undefined, "http") : callee,
  ] as const;
});

describe.each(FUNCTIONS)("%s", (name, callee) => {
  test.each([
    [null, "null"],
    [undefined, "undefined"],
    [5, "a number"],
    ["openapi.yaml", "a string"],
    [[{ document: "openapi.yaml" }], "a list"],
  ])("rejects a config that isn't an object: %j", async (config, kind) => {
    const error = await callee(config).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ToolwrightError);
    expect((error as ToolwrightError).message).toContain(
      `${name}(): the argument \`config\` must be an object, not ${kind}.\n  Give a config: {`,
    );
  });

  test.each([[null, "null"] as const, [5, "a number"] as const])(
    "rejects options that aren't an object: %j",
    async (options, kind) => {
      const config = { document: "openapi.yaml", out: "out" };
      const error = await callee(config, options).catch(
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(ToolwrightError);
      expect((error as ToolwrightError).message).toContain(
        `${name}(): the argument \`options\` must be an object, not ${kind}.\n  Give an object, or omit it.`,
      );
    },
  );
});

test("report shows an object among the values of an argument as JSON", async () => {
  const values = [{ toString: 1 }, "a"];
  const query = { name: "q", in: "query", schema: { enum: values } };
  const responses = { 200: { description: "ok" } };
  const page = await toolwright.report({
    document: {
      openapi: "3.1.0",
      info: { title: "t", version: "1" },
      servers: [{ url: "https://api.example" }],
      paths: { "/a": { get: { parameters: [query], responses } } },
    },
    allRoutesAsTools: true,
  });
  expect(page).toContain("{&quot;toString&quot;:1} | a");
});

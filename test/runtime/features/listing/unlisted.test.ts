import { expect, test } from "vitest";
import { defineTemplate } from "../../../../runtime/features/components/define-resource.js";
import { completions } from "../../../../runtime/features/components/completions.js";
import { resources } from "../../../../runtime/features/components/resources.js";
import { defineTool as defineOwn } from "../../../../runtime/features/components/custom/define.js";
import { confirm } from "../../../../runtime/features/consent/confirm.js";
import { filterTools } from "../../../../runtime/features/listing/tool-filter.js";
import { search } from "../../../../runtime/features/listing/search/search.js";
import { defineTool } from "../../../../runtime/index.js";
import type {
  Feature,
  ServerDefinition,
  Tool,
} from "../../../../runtime/index.js";
import { ask, openService } from "../../serving.js";
import { clientOf, NO_SCHEMAS, startUpstream } from "../../upstream.js";

const hidden = defineTool({
  name: "getPet",
  request: "GET /pets/1",
  listed: false,
  annotations: { readOnlyHint: true },
  handler: (args, { send }) => send(args),
});
const hiddenTemplate = defineTemplate({
  name: "onePet",
  uriTemplate: "pets://{petId}",
  request: "GET /pets/{petId}",
  listed: false,
  arguments: { petId: { in: "path", type: "integer" } },
  handler: (args, { send }) => send(args),
});
const own = defineOwn({
  name: "pet",
  description: "A pet.",
  handler: async (_args, { call }) => (await call(hidden, {})).data as object,
});

/** A server of two APIs: the own tool belongs to the first, and what it calls to the second. */
async function open(features: readonly Feature[] = [], target: Tool = hidden) {
  const first = await startUpstream();
  const second = await startUpstream();
  const sourceOf = (
    baseUrl: string,
    components: ServerDefinition["sources"][number]["components"],
  ) => ({
    components,
    schemas: NO_SCHEMAS,
    client: (
      context: Parameters<ServerDefinition["sources"][number]["client"]>[0],
    ) => clientOf({ baseUrl }, context),
  });
  const definition: ServerDefinition = {
    name: "test",
    version: "1",
    instructions: "Test: 1 operations.",
    sources: [
      sourceOf(first.baseUrl, [own]),
      sourceOf(second.baseUrl, [target, hiddenTemplate]),
    ],
    features: [...features, completions(), resources()],
  };
  return { definition, first, second };
}

test.each<[string, readonly Feature[]]>([
  ["", []],
  [" in search mode", [search()]],
])(
  "no list, search or read has an unlisted component%s, and a tool calls it at its own API",
  async (_mode, features) => {
    const { definition, first, second } = await open(features);
    const service = openService(definition);
    const lists = await Promise.all(
      ["tools/list", "resources/list", "resources/templates/list"].map(
        (method) => ask(service, method),
      ),
    );
    expect(JSON.stringify(lists)).not.toMatch(/getPet|onePet|pets:/);
    if (features.length > 0) {
      const found = await ask(service, "tools/call", {
        name: "search_operations",
        arguments: { query: "pet" },
      });
      expect(JSON.stringify(found)).not.toMatch(/getPet|onePet/);
      const described = await ask(service, "tools/call", {
        name: "call_operation",
        arguments: { name: "getPet", arguments: {} },
      });
      expect(described).toMatchObject({ isError: true });
    }
    await expect(
      ask(service, "resources/read", { uri: "pets://1" }),
    ).rejects.toThrow();
    await expect(
      ask(service, "tools/call", { name: "getPet" }),
    ).rejects.toThrow("getPet");
    const result = await ask(service, "tools/call", { name: "pet" });
    expect(result).not.toHaveProperty("isError", true);
    expect(first.received).toEqual([]);
    expect(second.received.map(({ url }) => url)).toEqual(["/pets/1"]);
  },
);

test("a filter at the start neither names nor removes it", async () => {
  const { definition, second } = await open();
  expect(() => filterTools(definition, { exclude: "getPet" })).toThrow(
    "unknown: getPet. Known: pet",
  );
  const service = openService(filterTools(definition, { only: "pet" }));
  await ask(service, "tools/call", { name: "pet" });
  expect(second.received).toHaveLength(1);
});

test("one that asks for confirmation is called by a tool that asks only", async () => {
  const target = { ...hidden, annotations: {}, confirm: "person" } as Tool;
  const asking = defineOwn({
    name: "asking",
    calls: [target],
    handler: async (_args, { call }) => (await call(target, {})).data as object,
  });
  const { definition, second } = await open([confirm()], target);
  const [firstSource, ...others] = definition.sources;
  if (!firstSource) throw new Error("There is no API.");
  const service = openService({
    ...definition,
    sources: [{ ...firstSource, components: [asking] }, ...others],
  });
  const result = await ask(service, "tools/call", { name: "asking" });
  expect(JSON.stringify(result)).toContain("Nothing was sent to getPet");
  expect(second.received).toEqual([]);
});

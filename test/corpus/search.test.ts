import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { scopes } from "../../runtime/features/http/auth/scopes.js";
import { type ToolFilter } from "../../runtime/features/listing/tool-filter.js";
import { search } from "../../runtime/features/listing/search/search.js";
import { inlineSchemas } from "../../runtime/features/listing/inline-schemas.js";
import type { McpService, Tool, Transport } from "../../runtime/index.js";
import { api } from "../generator/plan/fixtures.js";
import { ask, openService } from "../runtime/serving.js";
import { plannedService } from "../wire/planned.js";
import { aSample, aThird, documents, UNSERVABLE } from "./documents.js";
import { filterTools } from "../runtime/alone.js";
import { sample } from "./sample.js";

const servable = documents.filter(({ id }) => !Object.hasOwn(UNSERVABLE, id));

const NO_API = api([]);

/** Documents whose operations are called. */
const MOST_DOCUMENTS = 9;

/** Operations of a document that are called, evenly spread over it. */
const MOST_CALLED = 25;

test.each(aSample(aThird(servable, 1), MOST_DOCUMENTS))(
  "$id: call_operation sends and returns the same as the tool",
  async ({ path, refRoot }) => {
    const { sent, service } = await searched(path, refRoot);
    const { entries } = service;
    let count = 0;
    for (const { component, inputSchema, source } of aSample(
      entries,
      MOST_CALLED,
    )) {
      const listed = inlineSchemas(
        inputSchema(),
        source.schemas,
        component.request,
      );
      const call = async (params: Record<string, unknown>) => {
        const whole = await ask(service, "tools/call", params);
        // Structured content goes with a type that is listed: a search lists none.
        const result = { ...whole, structuredContent: undefined };
        return { result, sent: sent.splice(0) };
      };
      const given = { name: component.name, arguments: sample(listed, NO_API) };
      const direct = await call(given);
      const through = { name: "call_operation", arguments: given };
      expect(await call(through)).toEqual(direct);
      count += direct.sent.length;
    }
    // A value that is made of a schema may be refused, as a file that is not a base64.
    expect(count > 0 || entries.length === 1).toBe(true);
  },
);

/** Ways to leave operations out, and whether one stays. */
const FILTERS: Readonly<
  Record<
    string,
    readonly [choose: ToolFilter, stays: (tool: Tool, at: number) => boolean]
  >
> = {
  toolsets: [
    { toolsets: "issues,pulls" },
    ({ tags = [] }) => tags.some((tag) => /^(issues|pulls)$/.test(tag)),
  ],
  "read-only": [
    { readOnly: true },
    ({ annotations }) => annotations?.readOnlyHint === true,
  ],
  exclude: [{}, (_tool, at) => at % 3 > 0],
  only: [{}, (_tool, at) => at % 3 === 0],
  scopes: [{}, (_tool, at) => at % 2 === 0],
};

/** Number of tools that are called in vain, and of those that are described, for each filter. */
const MOST_TRIED = 200;

/** The one document of which some is left out, read once. */
let filtered: ReturnType<typeof searched> | undefined;

const github = servable.filter(({ id }) => id === "github-api");

test.each(
  github.flatMap((document) =>
    Object.entries(FILTERS).map(([filter, [choice, stays]], turn) => ({
      ...document,
      filter,
      choice,
      stays,
      turn,
    })),
  ),
)(
  "$id: operations left out by $filter are not found, described or called",
  async ({ choice, filter, path, refRoot, stays, turn }) => {
    filtered ??= searched(path, refRoot);
    const { sent, service: whole } = await filtered;
    const tools = whole.entries.map(({ component }) => component as Tool); // of a document whose routes are all tools
    const hidden = tools.filter((tool, at) => !stays(tool, at));
    const names = new Set(hidden.map(({ name }) => name));
    const kept = tools.filter(({ name }) => !names.has(name));
    const listOf = (some: readonly Tool[]) =>
      some.map(({ name }) => name).join();
    const service =
      filter === "scopes"
        ? withScopes(whole, names)
        : filterTools(whole, {
            ...choice,
            ...(filter === "exclude" && { exclude: listOf(hidden) }),
            ...(filter === "only" && { only: listOf(kept) }),
          });
    const textOf = async (name: string, args: object) => {
      const params = { name, arguments: args };
      const caller = { principal: { id: "it", scopes: [] } };
      const who = filter === "scopes" ? caller : {};
      const asked = ask(service, "tools/call", params, who);
      const result = (await asked.catch((error: unknown) => ({
        content: [{ text: String(error) }],
      }))) as { content: { text: string }[] };
      return result.content[0]?.text ?? "";
    };
    expect(hidden.length).toBeGreaterThan(400);
    const tried = aSample(hidden, MOST_TRIED);
    for (const [at, { name, title = name }] of tried.entries()) {
      if (at % Object.keys(FILTERS).length === turn) {
        const found = await textOf("search_operations", {
          query: `${title} ${name}`,
          limit: 50,
        });
        const lines = found
          .split("\n")
          .map((line) => /^\w+/.exec(line)?.[0] ?? "");
        expect(lines.filter((line) => names.has(line))).toEqual([]);
      }
      for (const call of [
        "describe_operations",
        "read_operation",
        "call_operation",
      ])
        expect(await textOf(call, { name, names: [name] })).toMatch(
          /^Unknown operation: /,
        );
      expect(await textOf(name, {})).toMatch(
        /Unknown tool|needs a token|not found/i,
      );
    }
    expect(sent).toEqual([]);
    for (const { name } of aSample(kept, MOST_TRIED))
      expect(await textOf("describe_operations", { names: [name] })).toContain(
        `${name} — `,
      );
  },
);

function withScopes(
  { definition: offer }: McpService,
  names: ReadonlySet<string>,
): McpService {
  const sources = offer.sources.map((one) => ({
    ...one,
    components: one.components.map((component) =>
      names.has(component.name)
        ? { ...component, scopes: ["admin"] }
        : component,
    ),
  }));
  return openService({ ...offer, sources, features: [scopes(), search()] });
}

/** A server of a document in search mode, and the requests that it sends to an API that always says the same. */
async function searched(document: string, refRoot: string) {
  const sent: string[] = [];
  const transport: Transport = ({ body = "", ...request }) => {
    const text = JSON.stringify({
      ...request,
      // The time of the call, which differs each time.
      deadline: undefined,
      body: Buffer.from(body).toString("latin1"),
    });
    sent.push(text.replaceAll(/part-[\da-f-]{36}/g, "part"));
    return Promise.resolve({
      status: 200,
      headers: { "content-type": "application/json" },
      body: Readable.from([Buffer.from(`{"id":1,"name":"a"}`)]),
    });
  };
  const service = await plannedService(
    { document, refRoot },
    { baseUrl: "https://api.test", transport },
    [search()],
  );
  return { sent, service };
}

import { describe, expect, test } from "vitest";
import type {
  ArgumentSettings,
  Override,
} from "../../../generator/config/config.js";
import { resolveConfig } from "../../../generator/config/resolve-config.js";
import { plan } from "../../../generator/plan/plan.js";
import {
  api,
  jsonBody,
  operation,
  parameter,
  planOptions,
} from "./fixtures.js";

const version = parameter("header", "Api-Version", { required: true });
const org = parameter("path", "org");
const operations = [
  operation("GET /{org}/issues", {
    operationId: "listIssues",
    parameters: [org, version, parameter("query", "query")],
  }),
  operation("PUT /{org}/issues/{id}", {
    operationId: "updateIssue",
    parameters: [org, parameter("path", "id"), version],
    body: jsonBody({
      type: "object",
      properties: {
        id: { type: "integer" },
        team: { type: "integer" },
        origin: { type: "string" },
        meta: { type: "object", properties: { note: { type: "string" } } },
      },
    }),
  }),
  operation("GET /status", { operationId: "getStatus" }),
];

const asTools = [{ routeType: "TOOL" as const }];

function planned(
  args: Record<string, ArgumentSettings>,
  overrides: Record<string, Override> = {},
  routeMaps: Parameters<typeof planOptions>[0] = { routeMaps: asTools },
) {
  const { components, variables } = plan(
    api(operations),
    planOptions({ ...routeMaps, arguments: args, overrides }),
  );
  const rows = components.map((component) => {
    const { fixed, fromClient } = component.requestSpec;
    const told = component.args.map(({ name, schema }) =>
      /^(?:undefined|ID of .*)$/.test(String(schema["description"]))
        ? name
        : `${name}: ${String(schema["description"])}`,
    );
    return [
      `${component.name}(${told.join(", ")})`,
      ...(fixed ? [JSON.stringify(fixed)] : []),
      ...(fromClient ? [JSON.stringify(fromClient)] : []),
    ].join(" ");
  });
  return {
    rows,
    uris: components.flatMap(({ uri }) => uri ?? []),
    variables: Object.fromEntries(
      variables.map(({ key, variable }) => [key, variable]),
    ),
  };
}

const [status, list, update] = [
  "getStatus()",
  "listIssues(org, Api_Version, query)",
  "updateIssue(org, id__path, Api_Version, id, team, origin, meta)",
];

describe("arguments of the config", () => {
  test.each<
    [
      string,
      Record<string, ArgumentSettings>,
      Record<string, Override>,
      string[],
    ]
  >([
    ["nothing", {}, {}, [status, list, update]],
    [
      "a value, by the name in the document",
      { "Api-Version": { value: "2" } },
      {},
      [
        status,
        'listIssues(org, query) {"Api_Version":"2"}',
        'updateIssue(org, id__path, id, team, origin, meta) {"Api_Version":"2"}',
      ],
    ],
    [
      "a value, by the name in the tool",
      { Api_Version: { value: "2" } },
      { updateIssue: { arguments: { Api_Version: { value: "3" } } } },
      [
        status,
        'listIssues(org, query) {"Api_Version":"2"}',
        'updateIssue(org, id__path, id, team, origin, meta) {"Api_Version":"3"}',
      ],
    ],
    [
      "a header in another case, which an override lists again",
      { "api-version": { value: "2" } },
      { updateIssue: { arguments: { "Api-Version": { hide: false } } } },
      [status, 'listIssues(org, query) {"Api_Version":"2"}', update],
    ],
    [
      "variables, of which a number in the body is read as JSON",
      { org: { env: "ORG" }, team: { env: "TEAM" } },
      {},
      [
        status,
        'listIssues(Api_Version, query) {"org":"text"}',
        'updateIssue(id__path, Api_Version, id, origin, meta) {"org":"text","team":"json"}',
      ],
    ],
    [
      "hidden ones, before which a short form of an override comes",
      { query: { hide: true }, origin: { hide: true } },
      { updateIssue: { fixed: { origin: "mcp" } } },
      [
        status,
        "listIssues(org, Api_Version)",
        'updateIssue(org, id__path, Api_Version, id, team, meta) {"origin":"mcp"}',
      ],
    ],
    [
      "a description",
      { org: { description: "Who." } },
      { listIssues: { arguments: { org: { description: "Whose." } } } },
      [
        status,
        "listIssues(org: Whose., Api_Version, query)",
        "updateIssue(org: Who., id__path, Api_Version, id, team, origin, meta)",
      ],
    ],
    [
      "one place alone",
      { id: { value: 7, in: "body" } },
      {},
      [
        status,
        list,
        'updateIssue(org, id__path, Api_Version, team, origin, meta) {"id":7}',
      ],
    ],
    [
      "a field inside of an argument of an override",
      {},
      { updateIssue: { arguments: { "meta.note": { hide: true } } } },
      [status, list, update],
    ],
  ])("set %s", (_, args, overrides, want) => {
    expect(planned(args, overrides).rows).toEqual(want);
  });

  test("say each variable once, and a rarer one of the same argument with its request", () => {
    const { variables } = planned(
      { org: { env: "ORG" }, team: { env: "TEAM" } },
      { updateIssue: { arguments: { org: { env: "OTHER_ORG" } } } },
    );
    expect(variables).toEqual({
      org: "ORG",
      team: "TEAM",
      "PUT /{org}/issues/{id} org": "OTHER_ORG",
    });
  });

  test("make a resource of what no longer needs an argument, without a variable in its URI", () => {
    const args = { org: { env: "ORG" }, "Api-Version": { value: "2" } };
    const { rows, uris } = planned(args, {}, {});
    expect(rows).toContain(
      'listIssues(query) {"Api_Version":"2"} {"org":"text"}',
    );
    expect(uris).toContain("resource://org/issues");
  });
});

describe("refused are", () => {
  test.each<
    [string, Record<string, ArgumentSettings>, Record<string, Override>, string]
  >([
    [
      "a required argument that is hidden",
      { org: { hide: true } },
      {},
      "The option arguments hides org, which GET /{org}/issues requires.\n  Set its value with `value` or `env` instead.",
    ],
    [
      "an argument that an operation doesn't have",
      {},
      { listIssues: { arguments: { querry: { hide: true } } } },
      'The override of GET /{org}/issues names the argument "querry", which does not exist.\n  Did you mean query?',
    ],
  ])("%s", (_, args, overrides, want) => {
    expect(() => planned(args, overrides)).toThrow(want);
  });

  test.each<[ArgumentSettings, string]>([
    [{ value: 1, env: "A" }, "The option arguments.a sets value and env."],
    [{ value: 1, hide: true }, "The option arguments.a sets value and hide."],
    [{ env: "A B" }, "arguments.a.env must be another text"],
    [{ in: "form" as "body" }, "arguments.a.in must be one of path, query"],
  ])("settings that say two things or nothing: %j", (settings, want) => {
    expect(() => resolveConfig({ arguments: { a: settings } })).toThrow(want);
  });
});

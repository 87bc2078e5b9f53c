import { describe, expect, test } from "vitest";
import { confirm } from "../../../../runtime/features/consent/confirm.js";
import { variables } from "../../../../runtime/features/transport/variables.js";
import type { Tool } from "../../../../runtime/index.js";
import { connect, serviceOf } from "../../serving.js";
import { startUpstream, toolOf } from "../../upstream.js";

const issues: Partial<Tool> = {
  name: "issues",
  request: "GET /organizations/{org}/issues",
  arguments: { org: { in: "path" }, query: { type: "string" } },
  fromClient: { org: "text" },
};
const update: Partial<Tool> = {
  name: "update",
  request: "PUT /issues/{id}",
  arguments: { id: { in: "path", type: "string" } },
  body: { type: "object", properties: { status: { type: "string" } } },
  fixed: { origin: "mcp" },
  fromClient: { team: "json" },
};
const names = { org: "SHOP_ORG", team: "SHOP_TEAM" };

/** Serves both tools; variables may change while it runs. */
async function served(env: Record<string, string>, more: Partial<Tool> = {}) {
  const api = await startUpstream();
  const service = serviceOf([toolOf({ ...issues, ...more }), toolOf(update)], {
    client: { baseUrl: api.baseUrl, hiddenArguments: variables(names) },
    env,
    features: [confirm()],
  });
  const { client, lines } = await connect(service);
  const call = async (name: string, args: object) => {
    const result = await client.callTool({ name, arguments: { ...args } });
    const [block] = result.content as { text: string }[];
    return block?.text;
  };
  const sent = () =>
    api.received.map(({ body, method, url }) =>
      [method, url, body].filter(Boolean).join(" "),
    );
  return { call, client, lines, sent };
}

describe("an argument whose value the client has", () => {
  test("is sent, and not listed or taken from a caller", async () => {
    const { call, client, sent } = await served({
      SHOP_ORG: " acme/x\n",
      SHOP_TEAM: "7",
    });
    const { tools } = await client.listTools();
    expect(
      tools.map(({ inputSchema }) => Object.keys(inputSchema.properties ?? {})),
    ).toEqual([["query"], ["id", "status"]]);
    await call("issues", { query: "a" });
    await call("update", { id: "1", status: "done" });
    expect(sent()).toEqual([
      "GET /organizations/acme%2Fx/issues?query=a",
      'PUT /issues/1 {"status":"done","origin":"mcp","team":7}',
    ]);
    expect(await call("issues", { org: "other" })).toContain("org");
    expect(sent()).toHaveLength(2);
  });

  test("is read at each call", async () => {
    const env: Record<string, string> = { SHOP_ORG: "one", SHOP_TEAM: "1" };
    const { call, sent } = await served(env);
    await call("issues", {});
    env["SHOP_ORG"] = "two";
    await call("issues", {});
    expect(sent()).toEqual([
      "GET /organizations/one/issues",
      "GET /organizations/two/issues",
    ]);
  });

  test("refuses the call, and names its variable, if that is not set or not JSON", async () => {
    const { call, lines, sent } = await served({ SHOP_TEAM: "seven" });
    expect(await call("issues", {})).toBe(
      "GET /organizations/{org}/issues: the value of org is missing. When you start this server, set SHOP_ORG.",
    );
    expect(await call("update", { id: "1" })).toContain(
      "SHOP_TEAM is not JSON. When you start this server, set it to",
    );
    expect(sent()).toEqual([]);
    expect(lines.filter((line) => line.includes('"variables"'))).toEqual([
      expect.stringContaining(
        "Missing variable: set SHOP_ORG. Until then, calls that send it are refused.",
      ),
    ]);
  });

  test("is not what a caller repeats to confirm, and is missing before anyone is asked", async () => {
    const { call, sent } = await served(
      {},
      {
        request: "DELETE /organizations/{org}/issues/{id}",
        arguments: { org: { in: "path" }, id: { in: "path", type: "string" } },
        confirm: "id",
      },
    );
    const refused = await call("issues", { id: "1" });
    expect(refused).not.toContain("org again");
    expect(sent()).toEqual([]);
  });

  test("may have another variable for one request", async () => {
    const api = await startUpstream();
    const client = {
      baseUrl: api.baseUrl,
      hiddenArguments: variables({
        ...names,
        [`${issues.request} org`]: "OTHER_ORG",
      }),
    };
    const env = { SHOP_ORG: "one", OTHER_ORG: "two", SHOP_TEAM: "1" };
    const other = { ...issues, name: "other", request: "GET /o/{org}" };
    const service = serviceOf([toolOf(issues), toolOf(other)], { client, env });
    const connection = await connect(service);
    await connection.client.callTool({ name: "issues", arguments: {} });
    await connection.client.callTool({ name: "other", arguments: {} });
    expect(api.received.map(({ url }) => url)).toEqual([
      "/organizations/two/issues",
      "/o/one",
    ]);
  });

  test("keeps a server without its part from starting, with the remedy", async () => {
    await expect(connect(serviceOf([toolOf(issues)]))).rejects.toThrow(
      "issues needs the feature variables. Add it: npx toolwright add variables",
    );
  });
});

import { expect, test } from "vitest";
import { resources } from "../../../../runtime/features/components/resources.js";
import { defineResource } from "../../../../runtime/features/components/define-resource.js";
import { autoPaginate } from "../../../../runtime/features/responses/auto-paginate.js";
import { etag } from "../../../../runtime/features/responses/etag.js";
import { structuredOutput } from "../../../../runtime/features/responses/output-schemas.js";
import { pickFields } from "../../../../runtime/features/responses/pick-fields.js";
import { poll } from "../../../../runtime/features/responses/poll.js";
import { pages } from "../../../../runtime/features/responses/shorten-responses/pages.js";
import { shortenResponses } from "../../../../runtime/features/responses/shorten-responses/shorten-responses.js";
import { strip } from "../../../../runtime/features/responses/strip.js";
import { defineTool } from "../../../../runtime/index.js";
import type { Component, Feature } from "../../../../runtime/index.js";
import { ask, serviceOf } from "../../serving.js";
import { startUpstream } from "../../upstream.js";

const incident = (id: number) => ({
  id,
  title: `Incident ${id}`,
  body: "long",
  assignments: [
    { at: "now", assignee: { name: "Ann", email: "ann@example.com" } },
  ],
});

/** An API of incidents in pages of two, whose work is done at the second request. */
async function incidents() {
  let asked = 0;
  return startUpstream(({ url = "" }, response) => {
    const { pathname, searchParams } = new URL(url, "http://api");
    response.setHeader("content-type", "application/json");
    response.setHeader("etag", '"7"');
    response.setHeader("retry-after", "0");
    if (pathname === "/work")
      response.end(
        JSON.stringify({ id: 1, state: (asked += 1) > 1 ? "done" : "busy" }),
      );
    else if (pathname === "/incidents") {
      const offset = Number(searchParams.get("offset") ?? 0);
      const ids = [1, 2, 3, 4].slice(offset, offset + 2);
      const more = offset < 2;
      response.end(
        JSON.stringify({ incidents: ids.map(incident), more, total: 4 }),
      );
    } else response.end(JSON.stringify(incident(1)));
  });
}

const getIncident = defineTool({
  name: "getIncident",
  request: "GET /incidents/1",
  fields: ["id", "assignments.assignee.name"],
  handler: (args, { send }) => send(args),
});
const listIncidents = defineTool({
  name: "listIncidents",
  request: "GET /incidents",
  arguments: { offset: { in: "query", type: "integer" } },
  fields: ["incidents.id", "incidents.title"],
  handler: (args, { send }) => send(args),
});

/** Result of a tool of the API. */
async function call(
  component: Component,
  {
    args = {},
    features = [],
    more = [],
  }: {
    readonly args?: Record<string, unknown>;
    readonly features?: readonly Feature[];
    readonly more?: readonly Component[];
  } = {},
) {
  const { baseUrl } = await incidents();
  const fields = {
    properties: { id: {}, title: {}, body: {}, assignments: {} },
  };
  const list = {
    properties: { incidents: { items: fields }, more: {}, total: {} },
  };
  const service = serviceOf([component, ...more], {
    client: { baseUrl },
    features,
    source: {
      pick: pickFields,
      strip,
      responseFields: {
        $defs: {},
        operations: { "GET /incidents": list, "GET /incidents/1": fields },
      },
      outputSchemas: {
        $defs: {},
        operations: {
          "GET /incidents/1": {
            type: "object",
            properties: { id: { type: "integer" } },
          },
        },
      },
    },
  });
  const result = await ask(service, "tools/call", {
    name: component.name,
    arguments: args,
  });
  const { content, structuredContent } = result as {
    content: { text: string }[];
    structuredContent?: unknown;
  };
  return {
    text: content.map(({ text }) => text).join("\n"),
    structuredContent,
  };
}

const shown = { id: 1, assignments: [{ assignee: { name: "Ann" } }] };

test.each<[string, Component["handler"], string]>([
  ["the response", (args, { send }) => send(args), JSON.stringify(shown)],
  [
    "its data",
    async (args, { send }) => (await send(args)).data as object,
    JSON.stringify(shown),
  ],
  [
    "the response with a note",
    async (args, { send }) => ({ ...(await send(args)), note: "Seen." }),
    `${JSON.stringify(shown)}\nSeen.`,
  ],
  [
    "another shape, made of all fields",
    async (args, { send }) => {
      const { data } = await send(args);
      return `# ${(data as { title: string }).title}`;
    },
    "# Incident 1",
  ],
])(
  "of a handler that returns %s, callers get its fields",
  async (_, handler, want) => {
    const { text } = await call({ ...getIncident, handler });
    expect(text).toBe(want);
  },
);

test("text and structured content agree", async () => {
  const { structuredContent, text } = await call(getIncident, {
    features: [structuredOutput()],
  });
  expect(structuredContent).toEqual(shown);
  expect(JSON.parse(text)).toEqual(shown);
});

test("call returns the whole response", async () => {
  const summary = defineTool({
    name: "summary",
    request: "GET /incidents",
    handler: async (_args, context) =>
      (await context.call(getIncident, {})).data as object,
  });
  const { text } = await call(summary, { more: [getIncident] });
  expect(JSON.parse(text)).toEqual(incident(1));
});

test.each<[string, unknown, string[]]>([
  ["id", { incidents: [{ id: 1 }, { id: 2 }] }, []],
  [
    "incidents.title",
    { incidents: [{ title: "Incident 1" }, { title: "Incident 2" }] },
    [],
  ],
  [
    "id,body",
    { incidents: [{ id: 1 }, { id: 2 }] },
    ["Unknown fields: body. Known fields: id, title, incidents."],
  ],
])("callers' fields choose among them: %s", async (fields, want, notes) => {
  const { text } = await call(listIncidents, {
    args: { fields },
    features: [shortenResponses({ pages })],
  });
  const [data = "", ...rest] = text.split("\n");
  expect(JSON.parse(data)).toEqual(want);
  // The next page is found in fields that are not shown.
  expect(rest).toEqual([...notes, "Next page: offset=2."]);
});

test("pages are joined before", async () => {
  const { text } = await call({ ...listIncidents, pages: 5 } as Component, {
    features: [autoPaginate()],
  });
  const data = JSON.parse(text.split("\n")[0] ?? "") as { incidents: object[] };
  expect(data.incidents.map((one) => Object.keys(one).join())).toEqual(
    Array.from({ length: 4 }, () => "id,title"),
  );
});

test("work is polled by a field that callers don't get", async () => {
  const work = {
    ...getIncident,
    request: "GET /work",
    fields: ["id"],
    handler: async (args, { poll: wait, send }) =>
      wait(await send(args), {
        every: 0.2,
        again: () => send(args),
        until: ({ data }) => (data as { state: string }).state === "done",
      }),
  } satisfies Component;
  const { text } = await call(work, { features: [poll(), etag()] });
  expect(text).toBe('{"id":1}');
});

test("a resource gives its fields, too", async () => {
  const { baseUrl } = await incidents();
  const resource = defineResource({
    of: getIncident,
    uri: "resource://incidents/1",
    mimeType: "application/json",
  });
  const service = serviceOf([getIncident, resource], {
    client: { baseUrl },
    features: [resources()],
    source: { pick: pickFields },
  });
  const { contents } = (await ask(service, "resources/read", {
    uri: "resource://incidents/1",
  })) as { contents: { text: string }[] };
  expect(JSON.parse(contents[0]?.text ?? "")).toEqual(shown);
});

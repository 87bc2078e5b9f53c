import { expect, test } from "vitest";
import { etag } from "../../../../runtime/features/responses/etag.js";
import { search } from "../../../../runtime/features/listing/search/search.js";
import { ask, serviceOf } from "../../serving.js";
import { startUpstream, toolOf } from "../../upstream.js";

const TOOLS = [
  toolOf({ name: "get", request: "GET /pet" }),
  toolOf({ name: "list", request: "GET /pets" }),
  toolOf({
    name: "put",
    request: "PUT /pet",
    arguments: { if_match: { in: "header", name: "If-Match" } },
  }),
];

test.each<[name: string, notes: string[]]>([
  ["get", ['etag: "a"']],
  ["list", []],
])(
  "the ETag of a read by %s is shown if an update needs it",
  async (name, notes) => {
    const { baseUrl } = await startUpstream((_request, response) => {
      const head = { etag: '"a"', "content-type": "application/json" };
      response.writeHead(200, head).end("{}");
    });
    const features = [search({ alwaysListed: ["get", "list", "put"] }), etag()];
    const service = serviceOf(TOOLS, { client: { baseUrl }, features });
    const content = ["{}", ...notes].map((text) => ({ type: "text", text }));
    for (const [tool, given] of [
      [name, {}],
      ["call_operation", { name }],
    ] as const) {
      const asked = { name: tool, arguments: given };
      expect(await ask(service, "tools/call", asked)).toEqual({ content });
    }
  },
);

import { expect, test } from "vitest";
import { shortenResponses } from "../../../../runtime/features/responses/shorten-responses/shorten-responses.js";
import { pages } from "../../../../runtime/features/responses/shorten-responses/pages.js";
import { structuredOutput } from "../../../../runtime/features/responses/output-schemas.js";
import { pageHeaders } from "../../../../runtime/features/responses/page-headers.js";
import { defineResource } from "../../../../runtime/features/components/define-resource.js";
import { resources } from "../../../../runtime/features/components/resources.js";
import type {
  ApiResponse,
  Args,
  Argument,
  Feature,
} from "../../../../runtime/index.js";
import { connect, serviceOf } from "../../serving.js";
import { startUpstream, toolOf } from "../../upstream.js";
import { bearer } from "../../alone.js";

const NEXT = '<https://api.example/pets?page=2>; rel="next"';

/** A service whose API gives out 20 items with these headers, of which these are declared. */
async function paged(
  headers: Readonly<Record<string, string>>,
  declared = Object.keys(headers),
  features: readonly Feature[] = [],
  page: Argument = { in: "query", type: "integer" },
) {
  const { baseUrl } = await startUpstream((_request, response) => {
    const head = { ...headers, "content-type": "application/json" };
    response.writeHead(200, head).end(JSON.stringify(Array(20).fill(1)));
  });
  const query = { in: "query", type: "integer" } as const;
  const tool = toolOf({
    arguments: { page, per_page: query, offset: query },
    outputSchema: { type: "array" },
  });
  const list = defineResource({ of: tool, uri: "pets://all" });
  const key = bearer({ variable: "KEY", env: { KEY: "sesame-open" } });
  const service = serviceOf([tool, list], {
    client: { baseUrl, credentials: { key } },
    source: {
      responseFields: {
        operations: {},
        $defs: {},
        headers: { "GET /": declared },
      },
      pageHeaders,
    },
    features: [...features, resources()],
  });
  return (await connect(service)).client;
}

const noteOf = async (...[headers, declared, args]: Case) => {
  const client = await paged(headers, declared);
  const call = { name: "tool", arguments: args ?? {} };
  const { content } = await client.callTool(call);
  const [, note, ...others] = content as { text: string }[];
  expect(others).toEqual([]);
  return note?.text;
};

type Case = [
  headers: Readonly<Record<string, string>>,
  declared?: string[] | undefined,
  args?: Args,
];

test("a page number must be a number", async () => {
  const page = { in: "query", type: "object", style: "deepObject" } as const;
  const client = await paged({ "x-total-count": "41" }, undefined, [], page);
  const args = { page: { toString: 1, valueOf: 1 } };
  const result = await client.callTool({ name: "tool", arguments: args });
  expect(result.isError).toBeUndefined();
});

test.each<[string, Case, string | undefined]>([
  [
    "of a link the next page",
    [{ link: `<https://api.example/pets?page=9>; rel="last", ${NEXT}` }],
    `link: ${NEXT}`,
  ],
  [
    "a link with the total",
    [{ link: NEXT, "x-total-count": "310" }],
    `link: ${NEXT}\nx-total-count: 310`,
  ],
  [
    "no link on the last page, and no total",
    [
      {
        link: '<https://api.example/pets?page=1>; rel="prev"',
        "x-total": "310",
      },
    ],
    undefined,
  ],
  ["a cursor", [{ "x-next-cursor": "abc" }], "x-next-cursor: abc"],
  ["no empty cursor", [{ "x-next-cursor": "" }], undefined],
  ["no invalid next page", [{ "x-next-page": "", "x-total": "90" }], undefined],
  ["that there is more", [{ "x-has-more": "true" }], "x-has-more: true"],
  ["no text if there is no more", [{ "x-has-more": "false" }], undefined],
  [
    "a total above the number of items",
    [{ "x-total-count": "21" }],
    "x-total-count: 21",
  ],
  [
    "no total equal to the number of items",
    [{ "x-total-count": "20" }],
    undefined,
  ],
  [
    "no total behind the last page",
    [{ "x-total-count": "40" }, undefined, { page: 2, per_page: 20 }],
    undefined,
  ],
  [
    "a total before it",
    [{ "x-total-count": "41" }, undefined, { offset: 20 }],
    "x-total-count: 41",
  ],
  [
    "pages that follow",
    [{ "x-page": "2", "x-total-pages": "3" }],
    "x-page: 2\nx-total-pages: 3",
  ],
  ["no pages before", [{ "x-page": "3", "x-total-pages": "3" }], undefined],
  [
    "a range",
    [{ "content-range": "items 0-19/310" }],
    "content-range: items 0-19/310",
  ],
  ["no last range", [{ "content-range": "items 0-19/20" }], undefined],
  [
    "the header of ASP.NET",
    [{ "x-pagination": '{"TotalCount":310,"HasNext":true}' }],
    'x-pagination: {"TotalCount":310,"HasNext":true}',
  ],
  ["nothing that is not declared", [{ link: NEXT }, []], undefined],
  [
    "no secret",
    [{ "x-next-cursor": "sesame-open" }],
    "x-next-cursor: [redacted]",
  ],
  [
    "no part of a secret at the end of what is shown",
    [{ "x-next-cursor": `${"c".repeat(1_992)}sesame-open` }],
    `x-next-cursor: ${"c".repeat(1_992)}[redacte`,
  ],
])("the note of a list has %s", async (_what, given, want) => {
  expect(await noteOf(...given)).toBe(want);
});

test("the note of a list is in structured content, and after a resource", async () => {
  const client = await paged({ link: NEXT }, undefined, [structuredOutput()]);
  await client.listTools();
  const { structuredContent } = await client.callTool({ name: "tool" });
  expect(structuredContent).toMatchObject({ _note: `link: ${NEXT}` });
  const { contents } = await client.readResource({ uri: "pets://all" });
  expect(contents.slice(1)).toEqual([
    { uri: "pets://all", text: `link: ${NEXT}` },
  ]);
});

test("the note of a list repeats nothing, and skips no truncated items", async () => {
  const textsOf = async (features: Feature[]) => {
    const client = await paged({ link: NEXT }, undefined, features);
    const { content } = await client.callTool({ name: "tool" });
    return (content as { text: string }[]).map(({ text }) => text).slice(1);
  };
  expect(await textsOf([shortenResponses({ pages })])).toEqual([
    "Next page: page=2.",
  ]);
  const cutting: Feature = {
    name: "cutting",
    hooks: () => ({
      result: (value) => ({ ...(value as ApiResponse), data: [1] }),
    }),
  };
  expect(await textsOf([cutting])).toEqual([]);
});

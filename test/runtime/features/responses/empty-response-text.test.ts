import { expect, test } from "vitest";
import { emptyResponseText } from "../../../../runtime/features/responses/empty-response-text.js";
import { shortenResponses } from "../../../../runtime/features/responses/shorten-responses/shorten-responses.js";
import { structuredOutput } from "../../../../runtime/features/responses/output-schemas.js";
import type { Feature, Tool } from "../../../../runtime/index.js";
import { connect, serviceOf } from "../../serving.js";
import { startUpstream, toolOf } from "../../upstream.js";
import { bearer } from "../../alone.js";

const DONE = "Done. The API responded with 204 No Content and no body.";

const key = bearer({ variable: "KEY", env: { KEY: "sesame-open" } });

const contentOf = async (
  features: readonly Feature[],
  { status = 204, tool = {} }: { status?: number; tool?: Partial<Tool> } = {},
) => {
  const { baseUrl } = await startUpstream((_request, response) => {
    response.writeHead(status, { etag: '"sesame-open"' }).end();
  });
  const service = serviceOf([toolOf(tool)], {
    client: { baseUrl, credentials: { key } },
    features,
  });
  const { client } = await connect(service);
  await client.listTools();
  const { content, structuredContent } = await client.callTool({
    name: "tool",
  });
  return { content, structuredContent };
};

const outputSchema = { type: "object" };

test("a 204 response is an empty list, and structured content is an empty object if a schema is listed", async () => {
  expect(await contentOf([])).toEqual({ content: [] });
  const listed = await contentOf([structuredOutput()], {
    tool: { outputSchema },
  });
  expect(listed).toEqual({ content: [], structuredContent: {} });
});

test.each([
  [[emptyResponseText(), structuredOutput()]],
  [[emptyResponseText(), structuredOutput()]],
  [[shortenResponses(), emptyResponseText(), structuredOutput()]],
  [[shortenResponses(), emptyResponseText(), structuredOutput()]],
  // As server.ts of an older project has it, edited by hand.
  [[shortenResponses({ maxAnswerTokens: 3_000 }), structuredOutput()]],
  [[shortenResponses({ maxAnswerTokens: 3_000 }), structuredOutput()]],
])(
  "a 204 response is acknowledged with its headers, and without secrets",
  async (features) => {
    const text = `${DONE}\netag: "[redacted]"`;
    expect(await contentOf(features, { tool: { outputSchema } })).toEqual({
      content: [{ type: "text", text }],
      structuredContent: { _note: text },
    });
  },
);

test("a 204 response gets no text from shortenResponses alone", async () => {
  const bound = shortenResponses({ fields: false, maxResultTokens: 3_000 });
  expect(await contentOf([bound])).toEqual({ content: [] });
});

test("a note of the handler follows the acknowledgement", async () => {
  const tool: Partial<Tool> = {
    handler: async (args, { send }) => ({
      ...(await send(args)),
      note: "Gone for good.",
    }),
  };
  const { content } = await contentOf([emptyResponseText()], { tool });
  expect(content).toEqual([
    { type: "text", text: `${DONE}\netag: "[redacted]"\nGone for good.` },
  ]);
});

test("another empty response gets one note about its emptiness", async () => {
  const { content } = await contentOf([emptyResponseText()], { status: 201 });
  const text =
    'The API responded with 201 Created and no body.\netag: "[redacted]"';
  expect(content).toEqual([{ type: "text", text }]);
});

test("an empty result of a handler is not acknowledged", async () => {
  const handler = () => ({ content: [] });
  expect(await contentOf([emptyResponseText()], { tool: { handler } })).toEqual(
    {
      content: [],
    },
  );
});

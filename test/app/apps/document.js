const ok = { 200: { description: "OK" } };

/** What the Express and the Koa application serve. */
export const document = {
  openapi: "3.1.0",
  info: { title: "Little app", version: "1.0.0" },
  paths: {
    "/hello": {
      get: {
        operationId: "hello",
        parameters: [{ name: "name", in: "query", schema: { type: "string" } }],
        responses: ok,
      },
    },
    "/go": { get: { operationId: "go", responses: ok } },
  },
};

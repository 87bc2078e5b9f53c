import { expect, test } from "vitest";
import { reportOperations } from "../../../generator/commands/operations.js";

/** Document with one correct operation, and one with each kind of fault. */
const DOCUMENT = `openapi: 3.0.3
info: { title: Faults, version: "1" }
paths:
  /good:
    get: { operationId: good, responses: {} }
  /secret:
    get: { operationId: secret, responses: {} }
  /gone:
    post:
      requestBody: { $ref: "#/components/requestBodies/Gone" }
      responses: {}
  /nothing:
    post: true
  /pattern:
    post:
      parameters:
        - { name: a, in: query, schema: { type: string, pattern: "(" } }
      responses: {}
  /map:
    post: { operationId: map, responses: {} }
`;

test("the report lists for every operation its outcome, reason and place", async () => {
  const { operations } = await reportOperations(
    {
      routeMaps: [
        { pattern: "^/secret", routeType: "EXCLUDE" },
        { pattern: "^/map", routeType: "RESOURCE" },
      ],
    },
    { text: DOCUMENT },
  );
  expect(
    operations.map(({ operation, outcome, reasons, servedAs }) => [
      operation,
      outcome,
      servedAs.map(({ kind }) => kind).join(),
      reasons.map(({ code, line }) => `${code} ${line}`).join(),
    ]),
  ).toEqual([
    ["GET /good", "served", "resource", ""],
    ["GET /secret", "excluded", "", ""],
    ["POST /pattern", "served", "tool", "bad-pattern 17"],
    ["POST /map", "served", "tool", "route-type-changed 20"],
    ["POST /gone", "left-out", "", "unresolved-ref 10"],
    ["POST /nothing", "left-out", "", "bad-operation 13"],
  ]);
});

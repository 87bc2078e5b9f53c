import { readFileSync } from "node:fs";

/** Document with two faults of each rule. */
export function faults(): string {
  const text = readFileSync(new URL("faults.yaml", import.meta.url), "utf8");
  return [text, wide("/plans", "addPlan"), wide("/maps", "addMap")].join("");
}

/** Operation with more than 8 KB of arguments. */
function wide(path: string, operationId: string): string {
  const properties = Array.from(
    { length: 60 },
    (_, index) =>
      `${operationId}${index}: { type: string, description: "${"word ".repeat(30)}${index}" }`,
  );
  return `  ${path}:
    post:
      operationId: ${operationId}
      summary: ${operationId} of many fields
      requestBody:
        content:
          application/json:
            schema:
              type: object
              required: [${operationId}0]
              properties:
                ${properties.join("\n                ")}
      responses: { "204": { description: Done. } }
`;
}

/** Document of operations without a fault, with further ones behind them. */
export function clean(...morePaths: readonly string[]): string {
  return `openapi: 3.1.0
info: { title: Clean, version: "1" }
servers: [{ url: https://clean.example }]
paths:
  /notes:
    post:
      operationId: addNote
      summary: Write a note
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [text]
              properties: { text: { type: string, description: Plain text. } }
      responses: { "201": { description: Written. } }
${morePaths.join("")}`;
}

/** Operation that reads like another one. */
export function readNotes(path: string, operationId: string): string {
  return `  ${path}:
    get:
      operationId: ${operationId}
      summary: Read notes
      responses: { "200": { description: Notes. } }
`;
}

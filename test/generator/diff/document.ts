const answer = (schema: object) => ({
  200: { description: "ok", content: { "application/json": { schema } } },
});
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const text = { type: "string" };
const trace = { $ref: "#/components/parameters/trace" };

/** An API with something of everything that can change. */
export const DOCUMENT = {
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  servers: [{ url: "https://pets.example" }],
  security: [{ key: [] }],
  paths: {
    "/pets": {
      get: {
        operationId: "listPets",
        summary: "List pets",
        parameters: [
          {
            name: "limit",
            in: "query",
            description: "How many.",
            schema: { type: "integer", minimum: 1, maximum: 100, default: 20 },
          },
          {
            name: "tags",
            in: "query",
            schema: { type: "array", items: text },
          },
          trace,
        ],
        responses: answer({ type: "array", items: ref("Pet") }),
      },
      post: {
        operationId: "addPet",
        summary: "Add a pet",
        requestBody: {
          required: true,
          content: { "application/json": { schema: ref("NewPet") } },
        },
        responses: { 201: { description: "added" } },
      },
    },
    "/pets/{petId}": {
      get: {
        operationId: "getPet",
        summary: "Get a pet",
        description: "All that is known.",
        parameters: [
          {
            name: "petId",
            in: "path",
            required: true,
            schema: { type: "integer" },
          },
          trace,
        ],
        responses: answer(ref("Pet")),
      },
    },
  },
  components: {
    parameters: {
      trace: { name: "X-Trace", in: "header", schema: text },
    },
    schemas: {
      NewPet: {
        type: "object",
        required: ["name"],
        properties: {
          name: { type: "string", maxLength: 80 },
          kind: { type: "string", enum: ["cat", "dog"] },
          owner: ref("Owner"),
        },
      },
      Owner: { type: "object", properties: { mail: text } },
      Pet: {
        type: "object",
        required: ["name"],
        properties: {
          name: text,
          status: { type: "string", enum: ["sold", "free"] },
          owner: ref("Owner"),
        },
      },
    },
    securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } },
  },
};

/** Places, each followed by what is there instead; undefined: nothing. */
export type Change = readonly unknown[];

/** The document with a change. */
export function changed(change: Change): object {
  const document = JSON.parse(JSON.stringify(DOCUMENT)) as object;
  for (let at = 0; at < change.length; at += 2) {
    const [...keys] = change[at] as readonly string[]; // as a change is written
    const last = keys.pop() ?? "";
    const parent = keys.reduce<Record<string, unknown>>(
      (inner, key) => inner[key] as Record<string, unknown>,
      document as Record<string, unknown>,
    );
    const value = change[at + 1];
    if (Array.isArray(parent) && value === undefined)
      parent.splice(Number(last), 1);
    else parent[last] = value;
  }
  // Without what became undefined.
  return JSON.parse(JSON.stringify(document)) as object;
}

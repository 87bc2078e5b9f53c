/** A document in which every kind of text is that can reach the output. */
export const DOCUMENT = {
  openapi: "3.1.0",
  info: { title: "Title", version: "1.0.0", description: "About the API." },
  servers: [
    {
      url: "https://{region}.example.com/v1",
      description: "Server.",
      variables: { region: { default: "eu", description: "Region." } },
    },
  ],
  tags: [{ name: "pets", description: "Tag." }],
  security: [{ key: [] }, { oauth: ["read"] }, { http: [], open: [] }],
  paths: {
    "/pets/{petId}": {
      summary: "Path.",
      parameters: [
        {
          name: "petId",
          in: "path",
          required: true,
          description: "Id.",
          schema: { type: "string" },
        },
      ],
      get: {
        operationId: "getPet",
        "x-mcp": { name: "take_pet", title: "Take", description: "Takes one." },
        "x-speakeasy-mcp": { scopes: ["read"] },
        tags: ["pets"],
        summary: "Get a pet",
        description: "Gives one pet.\n\nOr none.",
        parameters: [
          {
            name: "filter[name]",
            in: "query",
            style: "deepObject",
            description: "Filter.",
            schema: {
              type: "object",
              properties: { city: { type: "string", enum: ["Rome"] } },
            },
          },
          {
            name: "X-Trace",
            in: "header",
            schema: { type: "string", default: "none", example: "trace" },
          },
          {
            name: "session",
            in: "cookie",
            schema: { type: "string", pattern: "^[a-z]+$", format: "uuid" },
          },
          {
            name: "shape",
            in: "query",
            content: { "application/json": { schema: { const: "round" } } },
          },
        ],
        responses: {
          "200": {
            description: "A pet.",
            headers: {
              "X-Rate": { description: "Rate.", schema: { type: "integer" } },
            },
            content: {
              "application/json": {
                schema: { $ref: "#/components/schemas/Pet" },
                example: { name: "Rex" },
              },
            },
          },
          "404": {
            description: "Gone.",
            content: { "text/plain": { schema: { type: "string" } } },
          },
        },
      },
    },
    "/photos": {
      post: {
        operationId: "sendPhoto",
        requestBody: { content: { "image/png": {} } },
        responses: { "200": { content: { "text/event-stream": {} } } },
      },
    },
    "/pets": {
      get: {
        operationId: "listPets",
        parameters: [{ name: "kind", in: "query", schema: { type: "string" } }],
        responses: {
          "200": { description: "All.", content: { "text/csv": {} } },
        },
      },
      post: {
        operationId: "createPet",
        servers: [{ url: "https://write.example.com", description: "Writes." }],
        requestBody: {
          description: "The pet.",
          content: {
            "application/json": {
              schema: { $ref: "#/components/schemas/Pet" },
              example: { name: "Rex", owner: { city: "Rome" } },
            },
          },
        },
        responses: { "201": { description: "Made." } },
      },
      put: {
        operationId: "uploadPet",
        requestBody: {
          content: {
            "multipart/form-data": {
              schema: {
                type: "object",
                minProperties: 1,
                properties: {
                  photo: { type: "string", format: "binary" },
                  note: { type: "string" },
                },
              },
              encoding: {
                note: {
                  contentType: "text/plain",
                  headers: { "X-Note": { schema: { const: "yes" } } },
                },
              },
            },
          },
        },
        responses: { default: { description: "Done." } },
      },
    },
  },
  components: {
    schemas: {
      Pet: {
        title: "Pet",
        description: "An animal.",
        type: "object",
        required: ["name"],
        properties: {
          name: {
            type: "string",
            title: "Name",
            description: "Its name.",
            examples: ["Rex"],
            "x-note": "extension",
          },
          kind: { enum: ["cat", "dog"], default: "cat" },
          owner: { $ref: "#/components/schemas/Owner" },
          tags: { type: "array", items: { type: "string" } },
          "x-y": { type: "object", additionalProperties: { type: "integer" } },
        },
        dependentRequired: { owner: ["kind"] },
        discriminator: {
          propertyName: "kind",
          mapping: { cat: "#/components/schemas/Owner" },
        },
      },
      Owner: {
        description: "A person.",
        oneOf: [
          {
            type: "object",
            properties: {
              city: { type: "string" },
              pet: { $ref: "#/components/schemas/Pet" },
            },
          },
          { type: "string", pattern: "^[A-Z]" },
        ],
      },
    },
    securitySchemes: {
      key: { type: "apiKey", in: "header", name: "X-Key", description: "Key." },
      oauth: {
        type: "oauth2",
        description: "OAuth.",
        flows: {
          clientCredentials: {
            tokenUrl: "https://example.com/token",
            scopes: { read: "Reads." },
          },
        },
      },
      http: {
        type: "http",
        scheme: "bearer",
        bearerFormat: "JWT",
        description: "Token.",
      },
      open: {
        type: "openIdConnect",
        openIdConnectUrl: "https://example.com/oidc",
        description: "OpenID.",
      },
    },
  },
};

/** A place in the document: the keys that lead there. `name`: the last key itself is the text. */
export interface Position {
  readonly keys: readonly (string | number)[];
  readonly kind: "value" | "name";
}

/** Every text of a document, keys included. */
export function positionsOf(
  value: unknown,
  keys: readonly (string | number)[] = [],
): Position[] {
  if (typeof value === "string") return [{ keys, kind: "value" }];
  if (typeof value !== "object" || value === null) return [];
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([key, inner]) => {
    const here = [...keys, isList ? Number(key) : key];
    const below = positionsOf(inner, here);
    return isList ? below : [{ keys: here, kind: "name" as const }, ...below];
  });
}

/** The document with one text instead of another. */
export function replaced(
  value: unknown,
  { keys, kind }: Position,
  text: string,
): unknown {
  const [key, ...rest] = keys;
  if (key === undefined) return text;
  if (Array.isArray(value))
    return value.map((item: unknown, index) =>
      index === key ? replaced(item, { keys: rest, kind }, text) : item,
    );
  const isHere = kind === "name" && rest.length === 0;
  return Object.fromEntries(
    Object.entries(value as object).map(([name, item]: [string, unknown]) => {
      if (name !== key) return [name, item];
      return isHere
        ? [text, item]
        : [name, replaced(item, { keys: rest, kind }, text)];
    }),
  );
}

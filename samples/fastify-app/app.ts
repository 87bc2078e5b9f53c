import multipart, { ajvFilePlugin } from "@fastify/multipart";
import swagger from "@fastify/swagger";
import Fastify from "fastify";
import { requireUser } from "./auth.js";
import { attachmentRoutes } from "./attachments.js";
import { createDesk } from "./desk.js";
import { streamRoutes } from "./streams.js";
import { ticketRoutes } from "./tickets.js";

/** A help desk: the application itself. `main.ts` serves it over HTTP; `server/` serves it over MCP. */
export const app = Fastify({ ajv: { plugins: [ajvFilePlugin] } });

const desk = createDesk();

await app.register(swagger, {
  openapi: {
    openapi: "3.1.0",
    info: { title: "Help desk", version: "1.0.0" },
    components: {
      securitySchemes: { token: { type: "http", scheme: "bearer" } },
    },
    security: [{ token: [] }],
  },
  refResolver: {
    buildLocalReference: ({ $id }) => (typeof $id === "string" ? $id : ""),
  },
});
await app.register(multipart, {
  attachFieldsToBody: true,
  limits: { fileSize: 1_000_000 },
});

requireUser(app);

/** Says which fields of a request are wrong, as 422. */
app.setErrorHandler((error: Error & { validation?: unknown }, _, reply) => {
  if (error.validation === undefined) return reply.send(error);
  return reply
    .code(422)
    .send({ message: error.message, errors: error.validation });
});

app.addHook("onReady", async () => desk.open());
app.addHook("onClose", async () => desk.close());

await app.register(ticketRoutes, { desk });
await app.register(attachmentRoutes, { desk });
await app.register(streamRoutes, { desk });

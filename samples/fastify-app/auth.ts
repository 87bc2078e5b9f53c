import type { FastifyInstance } from "fastify";

declare module "fastify" {
  interface FastifyRequest {
    user: string;
  }
}

/** Users of the desk, by token. A real application would ask its database. */
const users = new Map([
  ["token-of-ann", "ann"],
  ["token-of-the-agent", "agent"],
]);

/** Refuses requests without a known token; the others know their user. */
export function requireUser(app: FastifyInstance): void {
  app.decorateRequest("user", "");
  app.addHook("onRequest", async (request, reply) => {
    const token = request.headers.authorization?.replace(/^Bearer /, "");
    const user = users.get(token ?? "");
    if (user === undefined) {
      return reply.code(401).send({ message: "Who are you?" });
    }
    request.user = user;
  });
}

import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import type { Desk, Ticket } from "./desk.js";

export async function streamRoutes(
  app: FastifyInstance,
  { desk }: { desk: Desk },
): Promise<void> {
  app.get<{ Querystring: { count?: number } }>(
    "/events",
    {
      schema: {
        operationId: "watchTickets",
        summary: "Tickets as they are opened, all or so many",
        produces: ["text/event-stream"],
        querystring: {
          type: "object",
          properties: { count: { type: "integer", minimum: 0 } },
        },
        response: { 200: { type: "string" } },
      },
    },
    async ({ query: { count = Infinity } }, reply) => {
      const gone = new AbortController();
      const tickets = desk.newTickets(gone.signal);
      const stream = Readable.from(events(tickets, count));
      // Nobody reads any more: let go of what the stream holds.
      stream.once("close", () => gone.abort());
      return reply.type("text/event-stream").send(stream);
    },
  );

  app.get(
    "/export",
    {
      schema: {
        operationId: "exportTickets",
        summary: "All tickets, one JSON line each",
        produces: ["application/x-ndjson"],
        response: { 200: { type: "string" } },
      },
    },
    async (_, reply) =>
      reply
        .type("application/x-ndjson")
        .send(Readable.from(lines(desk.tickets.values()))),
  );
}

async function* events(tickets: AsyncIterable<Ticket>, count: number) {
  yield "event: hello\ndata: watching\n\n";
  let left = count;
  for await (const ticket of tickets) {
    yield `event: ticket\ndata: ${JSON.stringify(ticket)}\n\n`;
    left -= 1;
    if (left <= 0) return;
  }
}

async function* lines(tickets: Iterable<Ticket>) {
  for (const ticket of tickets) yield `${JSON.stringify(ticket)}\n`;
}

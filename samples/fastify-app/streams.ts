import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import type { Desk, Ticket } from "./desk.js";

export async function streamRoutes(
  app: FastifyInstance,
  { desk }: { desk: Desk },
): Promise<void> {
  app.get(
    "/events",
    {
      schema: {
        operationId: "watchTickets",
        summary: "Tickets as they are opened",
        produces: ["text/event-stream"],
        response: { 200: { type: "string" } },
      },
    },
    async (_, reply) => {
      const gone = new AbortController();
      const stream = Readable.from(events(desk.newTickets(gone.signal)));
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

async function* events(tickets: AsyncIterable<Ticket>) {
  yield "event: hello\ndata: watching\n\n";
  for await (const ticket of tickets) {
    yield `event: ticket\ndata: ${JSON.stringify(ticket)}\n\n`;
  }
}

async function* lines(tickets: Iterable<Ticket>) {
  for (const ticket of tickets) yield `${JSON.stringify(ticket)}\n`;
}

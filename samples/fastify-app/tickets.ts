import type { FastifyInstance } from "fastify";
import type { Desk, Ticket } from "./desk.js";

const ticket = {
  $id: "Ticket",
  type: "object",
  properties: {
    id: { type: "integer" },
    subject: { type: "string" },
    urgent: { type: "boolean" },
    author: { type: "string" },
    status: { type: "string", enum: ["open", "closed"] },
  },
  required: ["id", "subject", "urgent", "author", "status"],
};

const one = {
  type: "object",
  properties: { id: { type: "integer", minimum: 1 } },
  required: ["id"],
};

export async function ticketRoutes(
  app: FastifyInstance,
  { desk }: { desk: Desk },
): Promise<void> {
  app.addSchema(ticket);

  app.get<{ Querystring: { status?: string } }>(
    "/tickets",
    {
      schema: {
        operationId: "listTickets",
        summary: "All tickets, or those of one status",
        querystring: {
          type: "object",
          properties: { status: { type: "string", enum: ["open", "closed"] } },
        },
        response: { 200: { type: "array", items: { $ref: "Ticket#" } } },
      },
    },
    async ({ query }) =>
      [...desk.tickets.values()].filter(
        ({ status }) => query.status === undefined || status === query.status,
      ),
  );

  app.post<{ Body: Pick<Ticket, "subject" | "urgent"> }>(
    "/tickets",
    {
      schema: {
        operationId: "openTicket",
        summary: "Open a ticket",
        body: {
          type: "object",
          properties: {
            subject: { type: "string", minLength: 3 },
            urgent: { type: "boolean", default: false },
          },
          required: ["subject"],
        },
        response: { 201: { $ref: "Ticket#" } },
      },
    },
    async ({ body, user }, reply) => {
      const { subject } = body;
      if (desk.has(subject)) {
        const errors = [{ field: "subject", message: "is told already" }];
        return reply.code(422).send({ message: "Not opened.", errors });
      }
      return reply.code(201).send(desk.add(body, user));
    },
  );

  app.get<{ Params: { id: number } }>(
    "/tickets/:id",
    {
      schema: {
        operationId: "getTicket",
        summary: "One ticket",
        params: one,
        response: { 200: { $ref: "Ticket#" } },
      },
    },
    async ({ params }, reply) =>
      desk.tickets.get(params.id) ??
      reply.code(404).send({ message: `There is no ticket ${params.id}.` }),
  );

  app.delete<{ Params: { id: number } }>(
    "/tickets/:id",
    {
      schema: {
        operationId: "deleteTicket",
        summary: "Delete a ticket",
        params: one,
        response: { 204: { type: "null" } },
      },
    },
    async ({ params }, reply) => {
      desk.tickets.delete(params.id);
      return reply.code(204).send();
    },
  );

  app.get(
    "/latest",
    {
      schema: {
        operationId: "latestTicket",
        summary: "Where the newest ticket is",
        response: { 303: { type: "null", description: "To the ticket" } },
      },
    },
    async (_, reply) => reply.redirect(`/tickets/${desk.tickets.size}`, 303),
  );
}

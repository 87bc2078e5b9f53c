import { EventEmitter, on } from "node:events";

export interface Ticket {
  readonly id: number;
  readonly subject: string;
  readonly urgent: boolean;
  readonly author: string;
  readonly status: "open" | "closed";
}

/** Creates the desk, with its data in memory, to keep the sample small. */
export function createDesk() {
  const tickets = new Map<number, Ticket>();
  const files = new Map<string, Buffer>();
  const changes = new EventEmitter();
  let isOpen = false;

  return {
    tickets,
    files,
    get isOpen() {
      return isOpen;
    },
    open() {
      isOpen = true;
      add({ subject: "The printer is on fire", urgent: true }, "ann");
      add({ subject: "More coffee, please", urgent: false }, "ann");
    },
    close() {
      isOpen = false;
    },
    add,
    has: (subject: string) =>
      [...tickets.values()].some((ticket) => ticket.subject === subject),
    /** Tickets as they are opened, until the signal aborts. */
    async *newTickets(signal: AbortSignal): AsyncGenerator<Ticket> {
      for await (const [ticket] of on(changes, "ticket", { signal })) {
        yield ticket as Ticket; // what `add` emits
      }
    },
  };

  function add(
    fields: Pick<Ticket, "subject" | "urgent">,
    author: string,
  ): Ticket {
    const id = tickets.size + 1;
    const ticket: Ticket = { id, ...fields, author, status: "open" };
    tickets.set(id, ticket);
    changes.emit("ticket", ticket);
    return ticket;
  }
}

export type Desk = ReturnType<typeof createDesk>;

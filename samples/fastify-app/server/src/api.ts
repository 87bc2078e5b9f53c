/**
 * Types of the API: what openapi-typescript makes of each schema. Not for editing: the next generation replaces them.
 */

export interface operations {
  attachFile: {
    arguments: {
      id: number;
      name: string;
      file: string | {
        data?: string;
        text?: string;
        filename?: string;
        contentType?: string;
      };
    };
    answer: {
      filename?: string;
      bytes?: number;
    };
  };
  deleteTicket: {
    arguments: {
      id: number;
    };
    answer: undefined;
  };
  exportTickets: {
    arguments: Record<string, never>;
    answer: unknown;
  };
  getAttachment: {
    arguments: {
      id: number;
      name: string;
    };
    answer: Uint8Array;
  };
  getTicket: {
    arguments: {
      id: number;
    };
    answer: components["schemas"]["Ticket"];
  };
  latestTicket: {
    arguments: Record<string, never>;
    answer: unknown;
  };
  listTickets: {
    arguments: {
      status?: "open" | "closed";
    };
    answer: components["schemas"]["Ticket"][];
  };
  openTicket: {
    arguments: {
      subject: string;
      urgent?: boolean;
    };
    answer: components["schemas"]["Ticket"];
  };
  watchTickets: {
    arguments: {
      count?: number;
    };
    answer: unknown;
  };
}

export interface components {
  schemas: {
    Ticket: {
      id: number;
      subject: string;
      urgent: boolean;
      author: string;
      status: "open" | "closed";
    };
  };
}

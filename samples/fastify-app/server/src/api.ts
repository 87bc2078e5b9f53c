/**
 * Types of the API: what openapi-typescript makes of each schema. Not for editing: the next generation replaces them.
 */

export interface operations {
  attachFile: {
    arguments: {
      /** ID of the ticket. (minimum: 1) */
      id: number;
      name: string;
      /** A file: base64, or an object with `data` in base64 or `text`, `filename` and `contentType`. */
      file: string | {
        data: string;
        filename?: string;
        contentType?: string;
      } | {
        text: string;
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
      /** ID of the ticket. (minimum: 1) */
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
      /** ID of the ticket. (minimum: 1) */
      id: number;
      name: string;
    };
    answer: Uint8Array;
  };
  getTicket: {
    arguments: {
      /** ID of the ticket. (minimum: 1) */
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
      /** (minLength: 3) */
      subject: string;
      /** (default: false) */
      urgent?: boolean;
    };
    answer: components["schemas"]["Ticket"];
  };
  watchTickets: {
    arguments: {
      /** (minimum: 0) */
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

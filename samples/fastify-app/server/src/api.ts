/**
 * Types of the API: what openapi-typescript makes of each schema. Not for editing: the next generation replaces them.
 */

export interface operations {
  attachFile: attachFileOperation;
  deleteTicket: deleteTicketOperation;
  exportTickets: exportTicketsOperation;
  getAttachment: getAttachmentOperation;
  getTicket: getTicketOperation;
  latestTicket: latestTicketOperation;
  listTickets: listTicketsOperation;
  openTicket: openTicketOperation;
  watchTickets: watchTicketsOperation;
}

export type attachFileOperation = {
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
export type deleteTicketOperation = {
  arguments: {
    /** ID of the ticket. (minimum: 1) */
    id: number;
  };
  answer: undefined;
};
export type exportTicketsOperation = {
  arguments: Record<string, never>;
  answer: unknown;
};
export type getAttachmentOperation = {
  arguments: {
    /** ID of the ticket. (minimum: 1) */
    id: number;
    name: string;
  };
  answer: Uint8Array;
};
export type getTicketOperation = {
  arguments: {
    /** ID of the ticket. (minimum: 1) */
    id: number;
  };
  answer: Ticket;
};
export type latestTicketOperation = {
  arguments: Record<string, never>;
  answer: unknown;
};
export type listTicketsOperation = {
  arguments: {
    status?: "open" | "closed";
  };
  answer: Ticket[];
};
export type openTicketOperation = {
  arguments: {
    /** (minLength: 3) */
    subject: string;
    /** (default: false) */
    urgent?: boolean;
  };
  answer: Ticket;
};
export type watchTicketsOperation = {
  arguments: {
    /** (minimum: 0) */
    count?: number;
  };
  answer: unknown;
};
export type Ticket = {
  id: number;
  subject: string;
  urgent: boolean;
  author: string;
  status: "open" | "closed";
};

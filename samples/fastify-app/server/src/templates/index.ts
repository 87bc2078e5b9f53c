export { getAttachment } from "./get-attachment.js";
export { getTicket } from "./get-ticket.js";

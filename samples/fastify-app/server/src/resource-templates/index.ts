export { default as getAttachment } from "./get-attachment.js";
export { default as getTicket } from "./get-ticket.js";

export { default as attachFile } from "./attach-file.js";
export { default as deleteTicket } from "./delete-ticket.js";
export { default as openTicket } from "./open-ticket.js";

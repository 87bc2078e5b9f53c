export { attachFile } from "./attach-file.js";
export { deleteTicket } from "./delete-ticket.js";
export { openTicket } from "./open-ticket.js";

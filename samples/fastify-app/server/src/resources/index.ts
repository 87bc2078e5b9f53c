export { exportTickets } from "./export-tickets.js";
export { latestTicket } from "./latest-ticket.js";
export { listTickets } from "./list-tickets.js";
export { watchTickets } from "./watch-tickets.js";

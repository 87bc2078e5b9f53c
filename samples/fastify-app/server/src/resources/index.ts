export { default as exportTickets } from "./export-tickets.js";
export { default as latestTicket } from "./latest-ticket.js";
export { default as listTickets } from "./list-tickets.js";
export { default as watchTickets } from "./watch-tickets.js";

export { findPetsByStatus } from "./find-pets-by-status.js";
export { getOrder } from "./get-order.js";
export { getPet } from "./get-pet.js";
export { getPhoto } from "./get-photo.js";

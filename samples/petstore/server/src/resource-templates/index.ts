export { default as findPetsByStatus } from "./find-pets-by-status.js";
export { default as getOrder } from "./get-order.js";
export { default as getPet } from "./get-pet.js";
export { default as getPhoto } from "./get-photo.js";

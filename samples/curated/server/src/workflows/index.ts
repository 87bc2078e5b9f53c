export { default as orderForAll } from "./order-for-all.js";

import { tryAll } from "../src/runtime/features/testing.js";
import { tryWorkflows } from "../src/runtime/features/workflow-tests.js";
import { service } from "../src/server.js";
import casesBooks from "./cases-books.js";
import casesOrders from "./cases-orders.js";
import casesReviews from "./cases-reviews.js";
import casesShop from "./cases-shop.js";
import workflows from "./workflows.js";

/** Calls every tool as a client does, and looks at the request that would leave: npm test */
tryAll(service, {
  ...casesBooks,
  ...casesOrders,
  ...casesReviews,
  ...casesShop,
});

tryWorkflows(service, workflows, [
  new URL("../test/answers.json", import.meta.url),
]);

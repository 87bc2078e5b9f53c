import { testTools } from "../src/runtime/features/testing/testing.js";
import { testWorkflows } from "../src/runtime/features/testing/workflow-tests.js";
import { server } from "../src/server.js";
import casesBooks from "./cases/books.js";
import casesOrders from "./cases/orders.js";
import casesReviews from "./cases/reviews.js";
import casesShop from "./cases/shop.js";
import workflows from "./workflows.js";

/** Calls every tool like a client does, and checks its request: npm test */
testTools(server, {
  ...casesBooks,
  ...casesOrders,
  ...casesReviews,
  ...casesShop,
});

testWorkflows(server, workflows, [
  new URL("../test/responses.json", import.meta.url),
]);

import { existsSync } from "node:fs";
import { loadEnvFile } from "../src/runtime/features/start/env-file.js";
import { verifyAll } from "../src/runtime/features/testing/verify.js";
import casesBooks from "./cases/books.js";
import casesOrders from "./cases/orders.js";
import casesReviews from "./cases/reviews.js";
import casesShop from "./cases/shop.js";

if (existsSync(".env")) loadEnvFile(".env", process.env);
// Imported only now, so that every module sees the variables of the file.
const { server } = await import("../src/server.js");

/**
 * Calls the real API: API_BASE_URL=https://staging.example.com npm run verify
 * Calls only tools that read, unless you name others: npm run verify -- createPet
 */
process.exitCode = await verifyAll(
  server,
  {
    ...casesBooks,
    ...casesOrders,
    ...casesReviews,
    ...casesShop,
  },
  {
    addresses: ["API_BASE_URL"],
    env: process.env,
    files: ["../test/responses.json"].map(
      (file) => new URL(file, import.meta.url),
    ),
    named: process.argv.slice(2),
  },
);

import type { Cases } from "../../src/runtime/features/testing/testing.js";

export default {
  "GET /shop": {
    args: {},
    sends: "GET /shop",
  },
} satisfies Cases;

import type { Cases } from "../../src/runtime/features/testing.js";

export default {
  "GET /shop": {
    args: {},
    sends: "GET http://127.0.0.1:4010/shop",
  },
} satisfies Cases;

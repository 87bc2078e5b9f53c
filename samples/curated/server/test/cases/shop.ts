import type { Cases } from "../../src/runtime/features/testing.js";

export default {
  "GET /shop": {
    args: {},
    sends: "GET /shop",
  },
} satisfies Cases;

import type { Cases } from "../../src/runtime/features/testing/testing.js";

export default {
  "POST /orders": {
    args: {
      lines: [{ bookId: 5, quantity: 2 }],
      customer: { name: "Grace Hopper", email: "grace@example.com" },
      giftNote: null,
    },
    sends: "POST /orders",
    body: {
      lines: [{ bookId: 5, quantity: 2 }],
      customer: { name: "Grace Hopper", email: "grace@example.com" },
      giftNote: null,
    },
  },
} satisfies Cases;

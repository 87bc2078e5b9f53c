import type { Cases } from "../../src/runtime/features/testing/testing.js";

export default {
  "GET /books/{bookId}/reviews": {
    args: { bookId: 1, minStars: 1 },
    sends: "GET /books/1/reviews?minStars=1",
  },
} satisfies Cases;

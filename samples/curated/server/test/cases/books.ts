import type { Cases } from "../../src/runtime/features/testing/testing.js";

export default {
  "GET /books": {
    args: { q: "collins", genre: ["mystery", "science"], limit: 1 },
    sends:
      "GET /books?q=collins&genre=mystery&genre=science&inStock=true&limit=1",
  },
  "GET /books/{bookId}": {
    args: { bookId: 1 },
    sends: "GET /books/1",
  },
} satisfies Cases;

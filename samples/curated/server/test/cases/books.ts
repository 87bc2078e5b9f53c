import type { Cases } from "../../src/runtime/features/testing.js";

export default {
  "GET /books": {
    args: { q: "collins", genre: ["mystery", "science"], limit: 1 },
    sends:
      "GET http://127.0.0.1:4010/books?q=collins&genre=mystery&genre=science&inStock=true&limit=1",
  },
  "GET /books/{bookId}": {
    args: { bookId: 1 },
    sends: "GET http://127.0.0.1:4010/books/1",
  },
} satisfies Cases;

import type { operations } from "../api.js";
import { defineResource } from "../runtime/index.js";

/** GET /catalogue.csv */
export const exportCatalogue = defineResource<operations["exportCatalogue"]>({
  uri: "resource://catalogue.csv",
  name: "exportCatalogue",
  title: "The whole catalogue as a spreadsheet",
  description: [
    "One line per book, with id, isbn, title, genre, price and stock.",
    "",
    "Example answer: id,isbn,title,genre,price,stock",
    "1,9780000000019,Frankenstein,novel,9.5,4",
    "",
  ].join("\n"),
  mimeType: "text/csv",
  inputSchema: {
    type: "object",
    additionalProperties: false,
  },
  request: {
    method: "GET",
    path: "/catalogue.csv",
    accept: "text/csv",
  },
  async handler(args, { send }) {
    return send(args);
  },
});

import type { operations } from "../generated/api-types.js";
import { defineResource } from "../runtime/features/components/define-resource.js";

type Operation = operations["exportCatalogue"];

/** GET /catalogue.csv */
export default defineResource<Operation>({
  uri: "resource://catalogue.csv",
  mimeType: "text/csv",
  name: "exportCatalogue",
  title: "The whole catalogue as a spreadsheet",
  description:
    "The whole catalogue as a spreadsheet. One line per book, with id, isbn, title, genre, price and stock.",
  tags: ["books"],
  request: "GET /catalogue.csv",
  accept: "text/csv, */*;q=0.5",
  async handler(args, { send }) {
    return send(args);
  },
});

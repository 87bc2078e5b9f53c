import type { Call, Reply } from "./router.js";
import type { Shop } from "./shop.js";

const columns = ["id", "isbn", "title", "genre", "price", "stock"] as const;

/** GET /catalogue.csv */
export function exportCatalogue(_call: Call, shop: Shop): Reply {
  const rows = shop.ledger.books.map((book) =>
    columns.map((column) => quote(book[column])).join(","),
  );
  return {
    status: 200,
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="catalogue.csv"',
    },
    body: `${[columns.join(","), ...rows].join("\r\n")}\r\n`,
  };
}

/** Quotes a field by https://www.rfc-editor.org/rfc/rfc4180. */
function quote(value: string | number): string {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

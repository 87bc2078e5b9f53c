import { toolOf } from "../../../upstream.js";
import type { Tool } from "../../../../../runtime/index.js";

type Row = readonly [
  name: string,
  request: string,
  title: string,
  more?: Partial<Tool>,
];

const id = { in: "path", type: "integer", description: "Its number." } as const;

/** Operations of a shop: what is to be found. */
export const shop: readonly Tool[] = rows([
  ["orders_list", "GET /orders", "List orders"],
  ["orders_create", "POST /orders", "Create an order"],
  ["orders_get", "GET /orders/{id}", "Get an order"],
  ["orders_update", "PATCH /orders/{id}", "Update an order"],
  ["orders_cancel", "POST /orders/{id}/cancel", "Cancel an order"],
  ["orders_refund", "POST /orders/{id}/refunds", "Refund an order"],
  ["orders_items_list", "GET /orders/{id}/items", "List items of an order"],
  ["customers_list", "GET /customers", "List customers"],
  ["customers_create", "POST /customers", "Create a customer"],
  ["customers_delete", "DELETE /customers/{id}", "Delete a customer"],
  ["customers_invite", "POST /customers/{id}/invitations", "Invite a customer"],
  ["invoices_list", "GET /invoices", "List invoices"],
  ["invoices_send", "POST /invoices/{id}/send", "Send an invoice by email"],
  ["invoices_void", "POST /invoices/{id}/void", "Void an invoice"],
  ["products_search", "GET /products/search", "Search products"],
  [
    "products_update",
    "PATCH /products/{id}",
    "Update a product",
    {
      description: "Changes the name, the price or the state of a product.",
      body: {
        type: "object",
        properties: {
          price: { type: "number", description: "Of one piece, in cents." },
          state: { enum: ["active", "archived"] },
        },
      },
    },
  ],
  ["products_images_add", "POST /products/{id}/images", "Add an image"],
  [
    "stock_adjust",
    "PUT /stock/{id}",
    "Adjust stock",
    { keywords: ["recount"] },
  ],
  ["stock_get", "GET /stock/{id}", "Get stock"],
  [
    "reports_old",
    "GET /reports/sales",
    "Get sales",
    { description: "Deprecated. Use getSales." },
  ],
  ["reports_sales", "GET /reports/v2/sales", "Get sales"],
  ["webhooks_list", "GET /webhooks", "List webhooks"],
  ["webhooks_delete", "DELETE /webhooks/{id}", "Delete a webhook"],
  [
    "account_close",
    "DELETE /account",
    "Close the account",
    { scopes: ["admin"], tags: ["account"] },
  ],
]);

/** Questions of users, and the tool for each. */
export const questions: readonly (readonly [question: string, name: string])[] =
  [
    ["create an order", "orders_create"],
    ["Lists all orders.", "orders_list"],
    ["the items of order 7", "orders_items_list"],
    ["change an order", "orders_update"],
    ["stop an order", "orders_cancel"],
    ["give the money back for an order", "orders_refund"],
    ["get rid of a buyer", "customers_delete"],
    ["register a new client", "customers_create"],
    ["show me the bills", "invoices_list"],
    ["mail the bill", "invoices_send"],
    ["find products", "products_search"],
    ["archive a product", "products_update"],
    ["set the price of a product", "products_update"],
    ["what a piece costs in cents", "products_update"],
    ["upload a photo of a product", "products_images_add"],
    ["recount", "stock_adjust"],
    ["how much is in stock", "stock_get"],
    ["sales report", "reports_sales"],
    ["remove a webhook", "webhooks_delete"],
    ["webhooksList", "webhooks_list"],
    ["refnd an order", "orders_refund"],
    ["all webhoks", "webhooks_list"],
    ["shut my account down", "account_close"],
  ];

function rows(all: readonly Row[]): Tool[] {
  return all.map(([name, request, title, more]) =>
    toolOf({
      name,
      request,
      title,
      description: title,
      tags: [name.split("_", 1)[0] ?? ""],
      ...(request.startsWith("GET") && { annotations: { readOnlyHint: true } }),
      ...(request.includes("{id}") && { arguments: { id } }),
      ...more,
    }),
  );
}

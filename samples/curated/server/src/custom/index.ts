import {
  definePrompt,
  defineResource,
  defineTool,
} from "../runtime/features/components/custom/define.js";
import type { Component } from "../runtime/index.js";
import getBook from "../tools/get-book.js";
import getShop from "../tools/get-shop.js";
import listReviews from "../tools/list-reviews.js";

const page = "ui://book";

/** Three calls in one, and a page for clients that show MCP Apps. */
const introduceBook = defineTool({
  name: "introduceBook",
  title: "Introduce a book",
  description: "What a book is, what readers say of it, and where it is sold.",
  annotations: { readOnlyHint: true },
  _meta: { ui: { resourceUri: page } },
  arguments: {
    bookId: { type: "integer", required: true },
    minStars: { type: "integer", minimum: 1, maximum: 5 },
  },
  async handler({ bookId, minStars = 1 }, { call, progress }) {
    progress("Asking the shop");
    const [book, reviews, shop] = await Promise.all([
      call(getBook, { bookId }),
      call(listReviews, { bookId, minStars }),
      call(getShop, {}),
    ]);
    const { authors, price, stock, title } = book.data;
    const said = reviews.data.map(({ stars, text }) => `${stars}/5: ${text}`);
    const text = [
      `${title} by ${authors.join(", ")}, ${price} € at ${shop.data.name}, ${stock} in stock.`,
      ...said,
    ].join("\n");
    return {
      content: [{ type: "text", text }],
      structuredContent: { title, authors, price, reviews: said },
    };
  },
});

/** Draws what introduceBook gives. https://modelcontextprotocol.io/extensions/apps */
const bookPage = defineResource({
  name: "bookPage",
  title: "A book on a page",
  uri: page,
  mimeType: "text/html;profile=mcp-app",
  _meta: { ui: { prefersBorder: true } },
  read: () => `<!doctype html>
<h1></h1>
<ul></ul>
<script type="module">
  const tell = (message) => parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
  addEventListener("message", ({ data: { id, method, params } }) => {
    if (id === 1) tell({ method: "ui/notifications/initialized" });
    if (method !== "ui/notifications/tool-result") return;
    const { reviews, title } = params.structuredContent;
    document.querySelector("h1").textContent = title;
    const items = reviews.map((said) => {
      const item = document.createElement("li");
      item.textContent = said;
      return item;
    });
    document.querySelector("ul").replaceChildren(...items);
  });
  const appInfo = { name: "book", version: "1.0.0" };
  const params = { appInfo, appCapabilities: {}, protocolVersion: "2026-01-26" };
  tell({ id: 1, method: "ui/initialize", params });
</script>
`,
});

/** What a person begins with. */
const chooseBook = definePrompt({
  name: "choose_book",
  title: "Choose the next book",
  arguments: { genre: { description: "What we want to read next." } },
  text: `
    Choose our next book. We would like to read {genre}.
    Find three candidates with findBooks, introduce each with introduceBook, and ask us which it shall be.
  `,
});

export const custom: readonly Component[] = [
  introduceBook,
  bookPage,
  chooseBook,
];

import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { drawCover } from "../bookshop/draw.js";
import { describeContents, describeResult } from "./results.js";
import { timed } from "./screen.js";
import type { Screen } from "./screen.js";

const newBook = {
  isbn: "9780000000101",
  title: "The Wind in the Willows",
  authors: ["Kenneth Grahame"],
  genre: "children",
  price: 13.5,
  stock: 3,
};

/** Shows the lists of the server. */
export async function showLists(client: Client, screen: Screen): Promise<void> {
  await timed(screen, "tools/list", async () => {
    const { tools } = await client.listTools();
    return counted(
      "tools",
      tools.map(({ name }) => name),
    );
  });
  await timed(screen, "resources/list", async () => {
    const { resources } = await client.listResources();
    return counted(
      "resources",
      resources.map(({ uri }) => uri),
    );
  });
  await timed(screen, "resources/templates/list", async () => {
    const { resourceTemplates: all } = await client.listResourceTemplates();
    return counted(
      "templates",
      all.map(({ uriTemplate }) => uriTemplate),
    );
  });
}

/** An afternoon in the bookshop: every kind of answer once. */
export async function visit(client: Client, screen: Screen): Promise<void> {
  const call = (name: string, args: Record<string, unknown> = {}) =>
    callTool(client, screen, { name, args });
  const read = (uri: string) => readResource(client, screen, uri);

  await call("addBook", newBook);
  await call("addBook", { ...newBook, price: "a lot", genre: "cooking" });
  await read("resource://books?genre=science");
  await call("changeBook", { bookId: 5, price: 6.5, subtitle: null });
  await read("books://5");
  await read("books://1/reviews?minStars=4");
  await read("resource://catalogue.csv");
  await read("books://1/cover");
  await call("setCover", {
    bookId: 1,
    credit: "The demo",
    image: {
      data: drawCover("A hand-made cover", 120).toString("base64"),
      filename: "cover.png",
      contentType: "image/png",
    },
  });
  await recommend(client, screen);
  await call("placeOrder", {
    lines: [{ bookId: 5, quantity: 2 }],
    customer: { name: "Grace Hopper", email: "grace@example.com" },
  });
  await call("placeOrder", {
    lines: [{ bookId: 3, quantity: 1 }],
    customer: { name: "Grace Hopper", email: "grace@example.com" },
  });
  await call("printReceipt", { orderId: 102, copies: 3 });
  await call("removeBook", { bookId: 101 });
  await read("books://101");
  await cancel(client, screen);
  await read("resource://stocktake");
}

/** A short visit, to see that nothing depends on the transport. */
export async function visitAgain(
  client: Client,
  screen: Screen,
): Promise<void> {
  await showLists(client, screen);
  await readResource(client, screen, "books://5");
  await recommend(client, screen);
}

/** The tool that came with the newer document, and the one that was edited by hand. */
export async function addReview(client: Client, screen: Screen): Promise<void> {
  const review = { bookId: 5, stars: 4, text: "Kept me up until two." };
  await callTool(client, screen, { name: "addReview", args: review });
  const book = { ...newBook, publishedOn: "1908-10-08" };
  await callTool(client, screen, { name: "addBook", args: book });
}

/** Calls one tool and shows what came back. */
async function callTool(
  client: Client,
  screen: Screen,
  { name, args }: { name: string; args: Record<string, unknown> },
): Promise<void> {
  const start = performance.now();
  const result = await client.callTool({ name, arguments: args });
  screen.row({
    milliseconds: performance.now() - start,
    what: name,
    result: describeResult(CallToolResultSchema.parse(result)),
    failed: result.isError === true,
  });
}

/** Reads one resource and shows what it holds, or why there is none. */
async function readResource(
  client: Client,
  screen: Screen,
  uri: string,
): Promise<void> {
  const start = performance.now();
  const row = await client.readResource({ uri }).then(
    ({ contents }) => ({ result: describeContents(contents) }),
    (error: Error) => ({ result: error.message, failed: true }),
  );
  screen.row({ milliseconds: performance.now() - start, what: uri, ...row });
}

/** Events of the API arrive as progress while the tool still runs. */
async function recommend(client: Client, screen: Screen): Promise<void> {
  let notes = 0;
  await timed(screen, "recommend", async () => {
    const result = await client.callTool(
      { name: "recommend", arguments: { count: 3 } },
      CallToolResultSchema,
      { onprogress: () => (notes += 1) },
    );
    const { content } = CallToolResultSchema.parse(result);
    return `${content.length} events, ${notes} of them told as progress before the end`;
  });
}

/** A count that would take five minutes, and a client that has seen enough. */
async function cancel(client: Client, screen: Screen): Promise<void> {
  await timed(screen, "takeStock, cancelled", async () => {
    const slow = { name: "takeStock", arguments: { secondsPerShelf: 60 } };
    const signal = AbortSignal.timeout(300);
    await client
      .callTool(slow, CallToolResultSchema, { signal })
      .catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
    return "the client hangs up";
  });
}

function counted(what: string, names: readonly string[]): string {
  return `${names.length} ${what}: ${names.join(" ")}`;
}

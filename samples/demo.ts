import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startApi } from "./bookshop/api.js";
import { editHandler, writeOlderDocument } from "./demo/change.js";
import { temporaryFolder, withCleanup } from "./demo/cleanup.js";
import { connectHttp, connectStdio } from "./demo/connect.js";
import {
  buildProject,
  generateProject,
  linkPackages,
  regenerateProject,
} from "./demo/project.js";
import { createScreen } from "./demo/screen.js";
import { addReview, showLists, visit, visitAgain } from "./demo/tour.js";

const key = "demo-key";
const newer = fileURLToPath(new URL("bookshop/openapi.yaml", import.meta.url));
const screen = createScreen(process.stdout);

screen.title("toolwright", "an API's document in, an MCP server out");

await withCleanup(async (later) => {
  const folder = await temporaryFolder(later);
  // What the generator remembers between runs goes away with the rest.
  process.env["XDG_CACHE_HOME"] = join(folder, "cache");
  const older = join(folder, "openapi.yaml");
  const out = join(folder, "bookshop-mcp");
  const addBook = join(out, "src", "tools", "add-book.ts");
  await writeOlderDocument(newer, older);

  screen.section("A REST API is running");
  const api = await startApi({ folder: join(folder, "shop"), key });
  later(() => api.close());
  screen.row({ what: "The Corner Bookshop", result: api.url });

  screen.section("Its OpenAPI document becomes a TypeScript project");
  await generateProject(older, out, screen);

  screen.section("Each tool is a module of its own: src/tools/add-book.ts");
  screen.source(await readFile(addBook, "utf8"));

  screen.section("The project is type-checked and bundled");
  await linkPackages(out);
  await buildProject(out, screen);

  screen.section("An MCP client calls it over stdio");
  const server = {
    folder: out,
    env: { API_BASE_URL: api.url, API_SHOP_KEY: key },
  };
  const client = await connectStdio(server, { screen, later });
  await showLists(client, screen);
  await visit(client, screen);

  screen.section("The same server over Streamable HTTP");
  await visitAgain(await connectHttp(server, { screen, later }), screen);

  screen.section("Somebody edits the handler of addBook by hand");
  screen.source(await editHandler(addBook));

  screen.section("The API has grown: the server is generated again");
  await regenerateProject(newer, out, screen);
  await buildProject(out, screen);
  await addReview(await connectStdio(server, { screen, later }), screen);
});

screen.title("done", "everything is stopped and removed");

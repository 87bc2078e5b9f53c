// The child process of the stdio test. Its argument is the base URL of the API.
import { createMcpServer, listen } from "../../../runtime/index.js";
import { petCatalog } from "../fixture.js";

const catalog = petCatalog(process.argv[2] ?? "");
await listen((options) => createMcpServer(catalog, options));
globalThis.console.log("not for the client");

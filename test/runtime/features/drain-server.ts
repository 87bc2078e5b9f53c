// The child process of the drain test. Its argument is the base URL of the API.
import { listen } from "../../../runtime/features/listen.js";
import { petService } from "../fixture.js";

const [, , baseUrl = ""] = process.argv;
await listen(petService(baseUrl), { transport: "streamable-http", port: 0 });

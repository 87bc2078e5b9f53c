// The child process of the stdio test. Its arguments are the base URL of the API, and the line of the SDK.
import { listen } from "../../../runtime/features/node.js";
import { sdk as v1 } from "../../../runtime/sdk/v1/connect.js";
import { sdk as v2 } from "../../../runtime/sdk/v2/connect.js";
import { petService } from "../fixture.js";

const [, , baseUrl = "", line] = process.argv;
await listen(petService(baseUrl), line === "v2" ? v2 : v1);
globalThis.console.log("not for the client");
process.stdout.write("nor this\n");
void Promise.reject(new Error("nobody waits for this"));

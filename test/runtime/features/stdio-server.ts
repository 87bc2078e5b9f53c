// The child process of the stdio test. Its argument is the base URL of the API.
import { listen } from "../../../runtime/features/node.js";
import { sdk } from "../../../runtime/sdk.js";
import { petService } from "../fixture.js";

await listen(petService(process.argv[2] ?? ""), sdk);
globalThis.console.log("not for the client");
process.stdout.write("nor this\n");
void Promise.reject(new Error("nobody waits for this"));

// The child process of the stdio test. Its arguments are the base URL of the API, and the line of the SDK.
import { listen } from "../../../runtime/features/node.js";
import { petService } from "../fixture.js";

const [, , baseUrl = "", line] = process.argv;
const { sdk } = await (line === "v2"
  ? import("../../../runtime/sdk/v2/connect.js")
  : import("../../../runtime/sdk/v1/connect.js"));
const instructions = "x".repeat(1_000_000); // more than a pipe holds
await listen(petService(baseUrl, { instructions }), sdk, { grace: 1 });
globalThis.console.log("not for the client");
process.stdout.write("nor this\n");
void Promise.reject(new Error("nobody waits for this"));

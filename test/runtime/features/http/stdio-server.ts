// The child process of the stdio test. Its argument is the base URL of the API.
import { petService } from "../../fixture.js";
import { listen } from "../../alone.js";

const [, , baseUrl = ""] = process.argv;
const instructions = "x".repeat(1_000_000); // more than a pipe holds
await listen(petService(baseUrl, { instructions }), {
  env: process.env,
  grace: 1,
});
globalThis.console.log("not for the client");
process.stdout.write("nor this\n");
void Promise.reject(new Error("nobody waits for this"));

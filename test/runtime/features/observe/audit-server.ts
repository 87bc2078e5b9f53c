// The child process of the audit test. Its argument is the base URL of the API.
import { serviceOf } from "../../serving.js";
import { toolOf } from "../../upstream.js";
import { audit, listen } from "../../alone.js";

const [, , baseUrl = ""] = process.argv;
const tools = [
  toolOf({ name: "read", request: "GET /fast" }),
  toolOf({ name: "wait", request: "GET /slow" }),
  toolOf({ name: "change", request: "POST /fast" }),
];
const features = [audit({ env: process.env, required: true })];
await listen(serviceOf(tools, { client: { baseUrl }, features }), {
  env: process.env,
  grace: 1,
});

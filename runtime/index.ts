export { createHttpClient } from "./client.js";
export type { Client, ClientOptions } from "./client.js";
export { defineResource, defineTemplate, defineTool } from "./define.js";
export {
  ArgumentError,
  CallError,
  MissingCredential,
  NoAnswer,
  UpstreamError,
} from "./errors.js";
export { createHttpTransport } from "./send.js";

export { createCatalog } from "./catalog.js";
export type { Catalog, CatalogOptions, Source } from "./catalog.js";
export { createHttpClient } from "./client.js";
export type { Client, ClientOptions } from "./client.js";
export { apiKey, basic, bearer, mutualTls } from "./credentials.js";
export { defineResource, defineTemplate, defineTool } from "./define.js";
export {
  ArgumentError,
  CallError,
  MissingCredential,
  NoAnswer,
  UpstreamError,
} from "./errors.js";
export { createHttpTransport } from "./send.js";
export { listen } from "./listen.js";
export type { CreateServer, Running, RunOptions } from "./listen.js";
export { createLog } from "./log.js";
export type { Log, LogLevel, LogOptions } from "./log.js";
export { oauth2, openIdConnect } from "./oauth.js";
export type { OAuthOptions } from "./oauth.js";
export { createMcpServer } from "./serve.js";
export type { ServerOptions } from "./serve.js";
export type {
  Answer,
  Args,
  Component,
  Content,
  Context,
  Credential,
  HandlerResult,
  HttpRequest,
  HttpResponse,
  JsonSchema,
  OperationTypes,
  Resource,
  ResourceContents,
  ResourceTemplate,
  Schemas,
  Tool,
  ToolAnnotations,
  ToolResult,
  Transport,
} from "./types.js";

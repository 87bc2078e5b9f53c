export { createCatalog } from "./catalog.js";
export type { Catalog, CatalogOptions, Source } from "./catalog.js";
export { createHttpClient } from "./client.js";
export type { Client, ClientOptions } from "./client.js";
export { cookieJar } from "./credentials/cookie-jar.js";
export { apiKey, basic, bearer, mutualTls } from "./credentials/credentials.js";
export { defineResource, defineTemplate, defineTool } from "./define.js";
export {
  ArgumentError,
  CallError,
  MissingCredential,
  NoAnswer,
  UpstreamError,
} from "./call/errors.js";
export { createHttpTransport } from "./call/send.js";
export { fetchedToken } from "./credentials/fetched-token.js";
export type { FetchedToken } from "./credentials/fetched-token.js";
export { fromCaller } from "./credentials/for-caller.js";
export { staticTokens } from "./http/auth.js";
export type { Auth, Principal } from "./http/auth.js";
export { createHttpHandler } from "./http/handler.js";
export type { HandlerOptions, HttpHandler } from "./http/handler.js";
export { httpOptionsFrom } from "./http/environment.js";
export { listen } from "./server/listen.js";
export type { CreateServer, Running, RunOptions } from "./server/listen.js";
export { createLog } from "./server/log.js";
export type { Log, LogLevel, LogOptions } from "./server/log.js";
export { oauth2, openIdConnect } from "./credentials/oauth.js";
export type { OAuthOptions } from "./credentials/oauth.js";
export { createMcpServer } from "./server/serve.js";
export type { ServerOptions } from "./server/serve.js";
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

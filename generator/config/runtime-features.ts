/** Optional feature of the runtime. */
export interface FeatureSpec {
  /** Names to import, by file below `src/runtime` without extension. Files that these import are emitted as well. */
  readonly imports: Readonly<Record<string, string>>;
  /** Further files below `src/runtime`, without extension, that are emitted and that no other file of it imports. */
  readonly files?: readonly string[];
  /** Purpose of the feature, in words. */
  readonly about: string;
  /** File below `src`, without extension, that uses the feature, and the code for it. */
  readonly use: readonly [
    file:
      | "client"
      | "custom/index"
      | "main"
      | "server"
      | "worker"
      | "../test/index"
      | "../test/verify"
      | "script-client",
    code: string,
  ];
  /** Further places that use the feature, or another feature that belongs to it. */
  readonly also?: readonly FurtherUse[];
  /** Parts that only a generation with the feature in the config writes, in words. */
  readonly onlyGenerated?: string;
  /** Features that serve what it defines, and the code in server.ts for them. */
  readonly servedBy?: {
    readonly features: readonly string[];
    readonly code: string;
  };
}

/** Place that uses a feature besides that of `use`. */
export interface FurtherUse {
  /** File below `src`, without extension. */
  readonly file: "client" | "main" | "server";
  /** Names to import, by file below `src/runtime` without extension. */
  readonly imports: Readonly<Record<string, string>>;
  readonly code: string;
  /** Feature whose files are needed there, if it is another one. */
  readonly feature?: string;
}

/** Features of the runtime that a server may add to its core, by name. */
// prettier-ignore
export const FEATURES = {
  "empty-response-text": { imports: { "features/responses/empty-response-text": "emptyResponseText" }, about: "a text for responses without content (204)",
    use: ["server", "features: [emptyResponseText()]"] },
  "api-key": { imports: { "features/credentials/api-key": "apiKey" }, about: "API keys",
    use: ["client", `credentials: credentials({ NAME: apiKey({ in: "header", name: "X-API-Key", variable: "API_KEY" }) })`] },
  audit: { imports: { "features/observe/audit/audit": "audit" }, about: "a trail of who called what: two lines for each call",
    use: ["server", "features: [audit()]"] },
  axios: { imports: { "features/transport/axios": "axiosTransport" }, about: "requests to the API with axios",
    use: ["client", "transport: axiosTransport()"] },
  basic: { imports: { "features/credentials/basic": "basic" }, about: "user name and password (basic authentication)",
    use: ["client", `credentials: credentials({ NAME: basic({ username: "API_USERNAME", password: "API_PASSWORD" }) })`] },
  bearer: { imports: { "features/credentials/bearer": "bearer" }, about: "bearer tokens",
    use: ["client", `credentials: credentials({ NAME: bearer({ variable: "API_TOKEN" }) })`] },
  binary: { imports: { "features/bodies/binary": "binary" }, about: "request bodies that are files",
    use: ["client", "bodies: [binary()]"] },
  "shorten-responses": { imports: { "features/responses/shorten-responses/shorten-responses": "shortenResponses" }, about: "short responses: selected fields, and lists cut to a limit",
    use: ["server", "features: [shortenResponses()]"],
    also: [{ file: "server", imports: { "features/responses/empty-response-text": "emptyResponseText" }, code: "features: [emptyResponseText()]", feature: "empty-response-text" }] },
  "caller-folders": { imports: { "features/files/caller-folders": "callerFolders" }, about: "refusal to start without known callers, if each caller has a folder for files",
    use: ["server", "features: [callerFolders()]"] },
  "per-caller": { imports: { "features/credentials/per-caller": "perCaller" }, about: "each HTTP caller's own credentials and headers",
    use: ["client", `forCaller: perCaller({ passHeaders: ["x-tenant"] })`] },
  "script-client": { imports: { "features/components/script-client": "createScriptClient" }, about: "tools as typed functions for scripts",
    use: ["script-client", "createScriptClient(server, tools, { env: process.env })"],
    onlyGenerated: "the command `call` in src/main.ts. `--emit client` writes src/script-client.ts" },
  checks: { imports: { "features/checks/checks": "checks" }, about: "checks of bounds, patterns and alternatives in arguments, to any depth",
    use: ["server", "check: checks"] },
  "tool-filter": { imports: { "features/listing/tool-filter": "toolFilter" }, about: "selection of operations at start: --toolsets, --only, --exclude, --read-only",
    use: ["server", "features: [toolFilter()]"],
    onlyGenerated: "the flags --toolsets, --only, --exclude and --read-only in src/main.ts" },
  completions: { imports: { "features/components/completions": "completions" }, about: "completion of the variables of resource templates",
    use: ["server", "features: [completions()]"] },
  concurrency: { imports: { "features/transport/concurrency": "concurrency" }, about: "a limit on concurrent calls to the API",
    use: ["client", "middleware: [concurrency(8)]"] },
  confirm: { imports: { "features/consent/confirm": "confirm" }, about: "an argument that must be repeated before a call that can't be undone",
    use: ["server", "features: [confirm()]"] },
  context: { imports: { "features/components/custom/context": "context" }, about: "questions to the user, the log and the caller's name, for handlers",
    use: ["server", "features: [context()]"] },
  cookies: { imports: { "features/credentials/cookies": "cookies" }, about: "a cookie jar for the API",
    use: ["client", "middleware: [cookies()]"] },
  cors: { imports: { "features/http/cors": "cors" }, about: "calls from allowed web pages (CORS)",
    use: ["server", "http: [cors()]"] },
  credentials: { imports: { "features/credentials/credentials": "credentials" }, about: "credentials by security scheme",
    use: ["client", "credentials: credentials({ NAME: … })"] },
  custom: { imports: { "features/components/custom/define": "definePrompt, defineResource, defineTool" }, about: "your own tools, resources and prompts",
    use: ["custom/index", "export const custom = [defineTool({ … })]"],
    servedBy: { features: ["prompts", "resources", "context"], code: "features: [context(), prompts(), resources()]" } },
  "error-details": { imports: { "features/responses/error-details": "errorDetails" }, about: "the schema of a wrong argument, in the error of a refused call",
    use: ["server", "features: [errorDetails()]"] },
  etag: { imports: { "features/responses/etag": "etag" }, about: "the ETag of a read resource, for operations that need it",
    use: ["server", "features: [etag()]"] },
  fetch: { imports: { "features/transport/fetch": "globalFetch" }, about: "requests to the API with the host's fetch",
    use: ["client", "transport: globalFetch()"] },
  "fetch-app": { imports: { "features/app/fetch": "fetchTransport" }, about: "calls to an application with `fetch`, in the same process",
    use: ["client", "transport: fetchTransport(async () => app)"] },
  "fetched-token": { imports: { "features/credentials/oauth/tokens": "fetchedToken" }, about: "tokens that your own code fetches",
    use: ["client", "credentials: credentials({ NAME: fetchedToken(async () => ({ token, seconds: 600 })) })"] },
  "flat-bodies": { imports: { "features/bodies/flat-bodies": "flatBodies" }, about: "bodies that are one argument: callers may pass the fields directly",
    use: ["server", "features: [flatBodies()]"] },
  files: { imports: { "features/files/caller-files": "callerFiles" }, about: "uploads of a folder's files by URL, and large responses saved there",
    use: ["client", "forCaller: callerFiles({ env, bodies: (files) => [multipart(files)] })"],
    also: [{ file: "server", imports: { "features/files/link-files": "linkFiles" }, code: "features: [linkFiles()]", feature: "file-links" }] },
  "file-links": { imports: { "features/files/link-files": "linkFiles" }, about: "links to responses that are saved as files",
    use: ["server", "features: [linkFiles()]"] },
  "file-tests": { imports: { "features/files/test-folder": "createTestFolder, testSavedFile" }, about: "a folder with the file that tests send",
    use: ["../test/index", "testTools(server, cases, { ...createTestFolder() })"] },
  form: { imports: { "features/bodies/form": "form" }, about: "URL-encoded forms",
    use: ["client", "bodies: [form]"] },
  "auto-paginate": { imports: { "features/responses/auto-paginate": "autoPaginate" }, about: "several pages of a list in one result",
    use: ["server", "features: [autoPaginate()]"] },
  http: { imports: { "features/http/http": "createHttpHandler" }, about: "Streamable HTTP",
    use: ["server", "listen(server, options)"] },
  "import-app": { imports: { "features/app/import": "importApp" }, about: "loading of an application in JavaScript",
    use: ["client", `transport: fetchTransport(() => importApp(new URL("../app.js", import.meta.url), "app"))`] },
  "import-typescript-app": { imports: { "features/app/typescript": "importTypeScriptApp" }, about: "loading of an application in TypeScript",
    use: ["client", `transport: fetchTransport(() => importTypeScriptApp(new URL("../app.ts", import.meta.url), "app"))`] },
  "input-required": { imports: { "features/consent/input-required": "inputRequired" }, about: "questions to clients of 2026-07-28, after which a call restarts",
    use: ["server", "features: [inputRequired()]"] },
  "json-lines": { imports: { "features/bodies/json-lines": "jsonLines" }, about: "request bodies of JSON lines",
    use: ["client", "bodies: [jsonLines]"] },
  jwt: { imports: { "features/http/auth/jwt": "jwt" }, about: "authentication of callers with access tokens (JWT)",
    use: ["server", "auth: jwt()"],
    also: [{ file: "server", imports: { "features/http/auth/scopes": "scopes" }, code: "features: [scopes()]", feature: "scopes" }] },
  inline: { imports: { "features/listing/inline-schemas": "inlineSchemas" }, about: "tool lists with shared schemas written out",
    use: ["server", "listing: inlineSchemas"] },
  "truncate-schemas": { imports: { "features/listing/truncate-schema": "truncateSchemas" }, about: "tool lists with shortened schemas",
    use: ["server", "listing: truncateSchemas(inlineSchemas)"] },
  limits: { imports: { "features/state/limits": "limits" }, about: "a limit on the calls of each caller in a period",
    use: ["server", `features: [limits({ perCaller: "60/min" })]`]},
  "list-pages": { imports: { "features/listing/list-pages": "listPages" }, about: "tool lists in several pages",
    use: ["server", "features: [listPages()]"] },
  login: { imports: { "features/credentials/oauth/login": "login" }, about: "login of a user, which returns a refresh token: `node dist/main.js login`",
    use: ["main", `await login(server, { NAME: { authorizationUrl: "https://…", tokenUrl: "https://…", scopes: [], clientId: "API_CLIENT_ID", clientSecret: "API_CLIENT_SECRET", refreshToken: "API_REFRESH_TOKEN" } })`],
    onlyGenerated: "the command `login` in src/main.ts, for each scheme of the document with a login" },
  mock: { imports: { "features/transport/mock": "mock" }, about: "mock responses from the document, if API_MOCK is set",
    use: ["client", `middleware: [dryRun(mock("../test/responses.json", import.meta.url))]`] },
  multipart: { imports: { "features/bodies/multipart": "multipart" }, about: "multipart forms with files",
    use: ["client", "bodies: [multipart()]"] },
  "mutual-tls": { imports: { "features/credentials/mutual-tls": "mutualTls" }, about: "client certificates",
    use: ["client", `credentials: credentials({ NAME: mutualTls({ certificate: "API_CERT_FILE", key: "API_KEY_FILE", ca: "API_CA_FILE" }) })`] },
  node: { imports: { "features/http/listen": "listen" }, files: ["features/start/env-file", "features/start/open", "features/start/report-start-error"], about: "stdio and HTTP on Node",
    use: ["server", "listen(server, options)"] },
  oauth2: { imports: { "features/credentials/oauth/oauth2": "oauth2" }, about: "OAuth 2",
    use: ["client", `credentials: credentials({ NAME: oauth2({ tokenUrl: "https://…", scopes: [], token: "API_TOKEN", clientId: "API_CLIENT_ID", clientSecret: "API_CLIENT_SECRET", refreshToken: "API_REFRESH_TOKEN" }) })`] },
  "on-behalf-of": { imports: { "features/credentials/oauth/on-behalf-of": "onBehalfOf", "features/credentials/per-caller": "perCaller" }, about: "exchange of callers' tokens for tokens of the API",
    use: ["client", `forCaller: perCaller(), credentials: credentials({ NAME: onBehalfOf({ tokenUrl: "https://…", audience: "https://…", clientId: "API_CLIENT_ID", clientSecret: "API_CLIENT_SECRET" }) })`] },
  "openid-connect": { imports: { "features/credentials/oauth/openid": "openIdConnect" }, about: "OpenID Connect",
    use: ["client", `credentials: credentials({ NAME: openIdConnect({ url: "https://…", scopes: [], token: "API_TOKEN", clientId: "API_CLIENT_ID", clientSecret: "API_CLIENT_SECRET", refreshToken: "API_REFRESH_TOKEN" }) })`] },
  "output-schemas": { imports: { "features/responses/output-schemas": "structuredOutput" }, about: "response types, for clients that write code",
    use: ["server", "features: [structuredOutput()]"] },
  "page-headers": { imports: { "features/responses/page-headers": "pageHeaders" }, about: "response headers for pages and counts, if there is more to fetch",
    use: ["server", "pageHeaders"] },
  pages: { imports: { "features/responses/shorten-responses/pages": "pages" }, about: "arguments for the next page, in results",
    use: ["server", "features: [shortenResponses({ pages })]"] },
  person: { imports: { "features/consent/elicit": "elicitConsent" }, about: "a question to the user before a call that can't be undone, or a repeated argument",
    use: ["server", "features: [elicitConsent()]"] },
  poll: { imports: { "features/responses/poll": "poll" }, about: "polling until long work is done",
    use: ["server", "features: [poll()]"] },
  prompts: { imports: { "features/components/prompts/prompts": "prompts" }, about: "prompts",
    use: ["server", "features: [prompts()]"] },
  redis: { imports: { "features/state/redis": "redis" }, about: "state that replicas share, in the Redis or Valkey of REDIS_URL",
    use: ["server", "features: [redis()]"] },
  refs: { imports: { "features/listing/refs": "refs" }, about: "tool lists with shared schemas as $defs",
    use: ["server", "listing: refs"] },
  "dry-run": { imports: { "features/transport/dry-run": "dryRun" }, about: "dry runs, which show requests instead of sending them, if API_DRY_RUN is set",
    use: ["client", "middleware: [dryRun()]"] },
  resources: { imports: { "features/components/resources": "resources" }, about: "resources and resource templates",
    use: ["server", "features: [resources()]"] },
  search: { imports: { "features/listing/search/search": "search" }, about: "four tools that find, describe and call all other tools",
    use: ["server", `features: [search({ alwaysListed: [] })]`],
    onlyGenerated: "the flag --tools in src/main.ts" },
  retry: { imports: { "features/transport/retry": "retry" }, about: "repetition of requests after a 429 or 503",
    use: ["client", "middleware: [retry(2)]"] },
  scopes: { imports: { "features/http/auth/scopes": "scopes" }, about: "tools only for callers whose token has the tool's scopes",
    use: ["server", "features: [scopes()]"] },
  "secret-files": { imports: { "features/credentials/secret-files": "secretFiles" }, about: "secrets from files, which may change while the server runs",
    use: ["server", "features: [secretFiles()]"] },
  "server-app": { imports: { "features/app/server": "serverTransport" }, about: "calls to an application with Node's HTTP, in the same process",
    use: ["client", "transport: serverTransport(async () => app)"] },
  "server-card": { imports: { "features/http/server-card": "serverCard" }, about: "a server card at /mcp/server-card",
    use: ["server", "http: [serverCard(card)]"],
    onlyGenerated: "src/server-card.ts, with `--emit registry`, and its use in src/server.ts" },
  sessions: { imports: { "features/http/sessions": "sessions", "sdk/session": "openSession" }, about: "HTTP sessions",
    use: ["server", "sessions: sessions(openSession)"],
    onlyGenerated: "the flag --sessions in src/main.ts" },
  "skill-search": { imports: { "features/listing/search/skills": "skillSearch" }, about: "sections of skills in search results",
    use: ["server", "features: [skillSearch(import.meta.url)]"] },
  skills: { imports: { "features/components/skills/skills": "skills" }, about: "skills, from the folder skills/",
    use: ["server", "features: [skills(import.meta.url)]"] },
  streams: { imports: { "features/responses/streams": "streams" }, about: "streamed responses, event by event",
    use: ["client", "stream: streams()"] },
  "pick-fields": { imports: { "features/responses/pick-fields": "pickFields" }, about: "the fields of responses that callers get",
    use: ["server", "pick: pickFields"] },
  strip: { imports: { "features/responses/strip": "strip" }, about: "removal of undeclared fields from responses",
    use: ["server", "strip"] },
  telemetry: { imports: { "features/observe/telemetry": "telemetry" }, files: ["features/observe/telemetry-setup"], about: "OpenTelemetry traces and metrics",
    use: ["server", "features: [telemetry()]"],
    also: [{ file: "client", imports: { "features/observe/telemetry": "observeRequests" }, code: "middleware: [observeRequests()]" }, { file: "server", imports: { "features/observe/metrics": "countRefusals" }, code: "http: [countRefusals()]" }] },
  testing: { imports: { "features/testing/testing": "testTools" }, about: "a test for each tool",
    use: ["../test/index", "testTools(server, cases)"] },
  verify: { imports: { "features/testing/verify": "verifyAll" }, about: "tests against the real API",
    use: ["../test/verify", "verifyAll(server, cases, { env, files, named })"] },
  worker: { imports: { "features/http/worker": "fetchHandler" }, about: "serverless hosts: Workers, Lambda, Deno, Bun",
    use: ["worker", "fetchHandler(server, { env: process.env })"] },
  "workflow-tests": { imports: { "features/testing/workflow-tests": "testWorkflows" }, about: "a test for each workflow",
    use: ["../test/index", "testWorkflows(server, cases, files)"] },
} as const satisfies Record<string, FeatureSpec>;

/** Prefix of the lock's key for the first file of a feature that `add` wrote; the feature's name follows. */
export const ADDED_KEY = "feature ";

export type FeatureName = keyof typeof FEATURES;

/** First import of a feature, its entry point. */
export function mainImportOf(feature: FeatureName) {
  const [[file, name] = ["", ""]] = Object.entries(FEATURES[feature].imports);
  return { file, name };
}

/** Names of all features, sorted. */
export const FEATURE_NAMES = Object.keys(FEATURES).sort() as FeatureName[]; // the keys of FEATURES

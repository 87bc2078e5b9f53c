/** Optional feature of the runtime. */
export interface FeatureSpec {
  /** Names to import, by file below `src/runtime` without extension. Files that these import are emitted as well. */
  readonly imports: Readonly<Record<string, string>>;
  /** Further files below `src/runtime`, without extension, that are emitted and that no module imports. */
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
  /** Second place that uses the feature: the file, the name to import and the code, as in `use`. */
  readonly also?: readonly [file: "client", name: string, code: string];
  /** Features that serve what it defines, and the code in server.ts for them. */
  readonly servedBy?: {
    readonly features: readonly string[];
    readonly code: string;
  };
}

/** Features of the runtime that a server may add to its core, by name. */
// prettier-ignore
export const FEATURES = {
  acknowledge: { imports: { "features/acknowledge": "acknowledge" }, about: "a word for responses without content (204)",
    use: ["server", "features: [acknowledge]"] },
  "api-key": { imports: { "features/api-key": "apiKey" }, about: "API keys",
    use: ["client", `credentials: credentials({ NAME: apiKey({ in: "header", name: "X-API-Key", variable: "API_KEY", env }) })`] },
  axios: { imports: { "features/axios": "axiosTransport" }, about: "requests over HTTP",
    use: ["client", "transport: axiosTransport()"] },
  basic: { imports: { "features/basic": "basic" }, about: "user names and passwords",
    use: ["client", `credentials: credentials({ NAME: basic({ username: "API_USERNAME", password: "API_PASSWORD", env }) })`] },
  bearer: { imports: { "features/bearer": "bearer" }, about: "bearer tokens",
    use: ["client", `credentials: credentials({ NAME: bearer({ variable: "API_TOKEN", env }) })`] },
  binary: { imports: { "features/uploads/binary": "binary" }, about: "bodies that are files",
    use: ["client", "bodies: [binary()]"] },
  "shorten-responses": { imports: { "features/shorten-responses/shorten-responses": "shortenResponses" }, about: "answers as short as they are asked for",
    use: ["server", "features: [shortenResponses()]"] },
  "caller-folders": { imports: { "features/files/require-callers": "requireCallers" }, about: "a start without callers that are known is refused, where each has a folder for files",
    use: ["server", "listen(service, requireCallers(options))"] },
  "per-caller": { imports: { "features/per-caller": "perCaller" }, about: "credentials and headers of callers",
    use: ["client", `forCaller: perCaller({ passHeaders: ["x-tenant"] })`] },
  "script-client": { imports: { "features/script-client": "createScriptClient" }, about: "tools as functions for scripts",
    use: ["script-client", "createScriptClient(service, tools)"] },
  checks: { imports: { "features/checks/checks": "checks" }, about: "bounds, patterns and alternatives of arguments, to any depth",
    use: ["server", "check: checks"] },
  "tool-filter": { imports: { "features/tool-filter": "filterTools, toolFilterFrom" }, about: "a part of what is offered, chosen at start",
    use: ["server", "listen(filterTools(service, toolFilterFrom({}, process.env)), options)"] },
  completions: { imports: { "features/completions": "completions" }, about: "completion of variables of resource templates",
    use: ["server", "features: [completions]"] },
  concurrency: { imports: { "features/concurrency": "concurrency" }, about: "a bound of calls at one time",
    use: ["client", "transport: concurrency(8, axiosTransport())"] },
  confirm: { imports: { "features/confirm": "confirm" }, about: "an argument that repeats another one, before what can't be undone",
    use: ["server", "features: [confirm]"] },
  context: { imports: { "features/custom/context": "context" }, about: "questions to the person, the log, and who calls, for handlers",
    use: ["server", "features: [context]"] },
  cookies: { imports: { "features/cookies": "cookieJar" }, about: "cookies of the API",
    use: ["client", "transport: cookieJar(axiosTransport())"] },
  cors: { imports: { "features/cors": "cors" }, about: "calls of web pages that are allowed by name",
    use: ["main", "...cors(httpOptionsFrom(process.env))"] },
  credentials: { imports: { "features/credentials": "credentials" }, about: "credentials by scheme",
    use: ["client", "credentials: credentials({ NAME: … })"] },
  custom: { imports: { "features/custom/define": "definePrompt, defineResource, defineTool" }, about: "tools, resources and prompts of your own",
    use: ["custom/index", "export const custom = [defineTool({ … })]"],
    servedBy: { features: ["prompts", "resources", "context"], code: "features: [prompts, resources, context]" } },
  "error-details": { imports: { "features/error-details": "errorDetails" }, about: "the schema of what was wrong, told where a call is refused",
    use: ["server", "features: [errorDetails]"] },
  etag: { imports: { "features/etag": "etag" }, about: "the ETag of what was read, where a change asks for it",
    use: ["server", "features: [etag]"] },
  fetch: { imports: { "features/fetch": "globalFetch" }, about: "requests over the host's own fetch",
    use: ["client", "transport: globalFetch()"] },
  "fetch-app": { imports: { "features/app/fetch": "fetchTransport" }, about: "an application with `fetch`, in process",
    use: ["client", "transport: fetchTransport(async () => app)"] },
  "fetched-token": { imports: { "features/oauth/tokens": "fetchedToken" }, about: "tokens got in a way of your own",
    use: ["client", "credentials: credentials({ NAME: fetchedToken(async () => ({ token, seconds: 600 })) })"] },
  "flat-bodies": { imports: { "features/flat-bodies": "flatBodies" }, about: "fields of a body that is one argument, given flat",
    use: ["server", "features: [flatBodies]"] },
  files: { imports: { "features/files/caller-files": "callerFiles" }, about: "files of a folder, sent by URL, and large responses that are saved there",
    use: ["client", "forCaller: callerFiles({ env, bodies: (files) => [multipart(files)] })"] },
  "file-links": { imports: { "features/files/link-files": "linkFiles" }, about: "links to responses that are saved as files",
    use: ["server", "features: [linkFiles]"] },
  "file-tests": { imports: { "features/files/test-folder": "createTestFolder, testSavedFile" }, about: "the folder of which tests send a file",
    use: ["../test/index", "testTools(service, cases, { ...createTestFolder() })"] },
  form: { imports: { "features/form": "form" }, about: "URL-encoded forms",
    use: ["client", "bodies: [form]"] },
  "auto-paginate": { imports: { "features/auto-paginate": "autoPaginate" }, about: "pages of a list, joined",
    use: ["server", "features: [autoPaginate]"] },
  http: { imports: { "features/http": "httpOptionsFrom" }, about: "Streamable HTTP",
    use: ["main", "...httpOptionsFrom(process.env)"] },
  "import-app": { imports: { "features/app/import": "importApp" }, about: "applications in JavaScript",
    use: ["client", `transport: fetchTransport(() => importApp(new URL("../app.js", import.meta.url), "app"))`] },
  "import-typescript-app": { imports: { "features/app/typescript": "importTypeScriptApp" }, about: "applications in TypeScript",
    use: ["client", `transport: fetchTransport(() => importTypeScriptApp(new URL("../app.ts", import.meta.url), "app"))`] },
  "input-required": { imports: { "features/consent/input-required": "inputRequired" }, about: "questions to clients of 2026-07-28, behind which a call begins anew",
    use: ["server", "features: [inputRequired()]"] },
  "json-lines": { imports: { "features/json-lines": "jsonLines" }, about: "bodies of JSON lines",
    use: ["client", "bodies: [jsonLines]"] },
  jwt: { imports: { "features/auth/jwt": "jwtTokensFrom" }, about: "access tokens of an authorization server",
    use: ["main", `...(values.transport === "streamable-http" && { auth: jwtTokensFrom(process.env) })`] },
  inline: { imports: { "features/inline-schemas": "inlineSchemas" }, about: "shared schemas written out in listings",
    use: ["server", "listing: inlineSchemas"] },
  "truncate-schemas": { imports: { "features/truncate-schema": "truncateSchemas" }, about: "listings of what is too long, as far as there is room",
    use: ["server", "listing: truncateSchemas(inlineSchemas)"] },
  limits: { imports: { "features/limits": "limits" }, about: "a bound of the calls of each caller in a time",
    use: ["server", `features: [limits({ perCaller: "60/min" })]`] },
  "list-pages": { imports: { "features/list-pages": "listPages" }, about: "a list of tools that is longer than clients read at once, in pages",
    use: ["server", "features: [listPages]"] },
  login: { imports: { "features/oauth/login": "login" }, about: "a person who logs in, for a refresh token: `node dist/main.js login`",
    use: ["main", `await login(service, { NAME: { authorizationUrl: "https://…", tokenUrl: "https://…", scopes: [], clientId: "API_CLIENT_ID", clientSecret: "API_CLIENT_SECRET", refreshToken: "API_REFRESH_TOKEN" } })`] },
  "local-files": { imports: { "features/uploads/local-files": "localFiles" }, about: "files of this machine, sent by URL",
    use: ["client", `bodies: [multipart(localFiles("/srv/uploads"))]`] },
  mock: { imports: { "features/mock": "mock" }, about: "answers of the document in place of the API's, where API_MOCK is set",
    use: ["client", `transport: dryRun(env, axiosTransport(), mock("../test/responses.json", import.meta.url))`] },
  multipart: { imports: { "features/uploads/multipart": "multipart" }, about: "forms with files",
    use: ["client", "bodies: [multipart()]"] },
  "mutual-tls": { imports: { "features/mutual-tls": "mutualTls" }, about: "client certificates",
    use: ["client", `credentials: credentials({ NAME: mutualTls({ certificate: "API_CERT_FILE", key: "API_KEY_FILE", ca: "API_CA_FILE", env }) })`] },
  node: { imports: { "features/listen": "listen" }, about: "stdio and HTTP on Node",
    use: ["server", "listen(service, options)"] },
  oauth2: { imports: { "features/oauth/oauth2": "oauth2" }, about: "OAuth 2",
    use: ["client", `credentials: credentials({ NAME: oauth2({ tokenUrl: "https://…", scopes: [], token: "API_TOKEN", clientId: "API_CLIENT_ID", clientSecret: "API_CLIENT_SECRET", refreshToken: "API_REFRESH_TOKEN", env }) })`] },
  "on-behalf-of": { imports: { "features/oauth/on-behalf-of": "onBehalfOf", "features/per-caller": "perCaller" }, about: "tokens of the API in exchange for those of callers",
    use: ["client", `forCaller: perCaller(), credentials: credentials({ NAME: onBehalfOf({ tokenUrl: "https://…", audience: "https://…", clientId: "API_CLIENT_ID", clientSecret: "API_CLIENT_SECRET", env }) })`] },
  "openid-connect": { imports: { "features/oauth/openid": "openIdConnect" }, about: "OpenID Connect",
    use: ["client", `credentials: credentials({ NAME: openIdConnect({ url: "https://…", scopes: [], token: "API_TOKEN", clientId: "API_CLIENT_ID", clientSecret: "API_CLIENT_SECRET", refreshToken: "API_REFRESH_TOKEN", env }) })`] },
  "output-schemas": { imports: { "features/output-schemas": "structuredOutput" }, about: "types of answers, for clients that write code",
    use: ["server", "features: [structuredOutput]"] },
  "page-headers": { imports: { "features/page-headers": "pageHeaders" }, about: "headers that page or count, where there is more to fetch",
    use: ["server", "pageHeaders"] },
  pages: { imports: { "features/shorten-responses/pages": "pages" }, about: "how the next page is got",
    use: ["server", "features: [shortenResponses({ pages })]"] },
  person: { imports: { "features/consent/elicit": "elicitConsent" }, about: "a person who says yes before what can't be undone, or an argument that repeats another one",
    use: ["server", "features: [elicitConsent]"] },
  poll: { imports: { "features/poll": "poll" }, about: "long work, asked for until it is done",
    use: ["server", "features: [poll]"] },
  prompts: { imports: { "features/prompts/prompts": "prompts" }, about: "prompts that a person chooses",
    use: ["server", "features: [prompts]"] },
  refs: { imports: { "features/refs": "refs" }, about: "shared schemas as $defs in listings that would be too long",
    use: ["server", "listing: refs"] },
  "dry-run": { imports: { "features/dry-run": "dryRun" }, about: "requests that are told and not sent, where API_DRY_RUN is set",
    use: ["client", "transport: dryRun(env, axiosTransport())"] },
  resources: { imports: { "features/resources": "resources" }, about: "resources and templates",
    use: ["server", "features: [resources]"] },
  search: { imports: { "features/search/search": "search" }, about: "four tools that find, describe and call all others",
    use: ["server", `features: [search({ alwaysListed: [] })]`] },
  retry: { imports: { "features/retry": "retry" }, about: "requests that are sent again after a 429 or 503",
    use: ["client", "transport: retry(2, axiosTransport())"] },
  scopes: { imports: { "features/auth/scopes": "scopes" }, about: "tools for those alone whose token has their scopes",
    use: ["server", "features: [scopes]"] },
  "server-app": { imports: { "features/app/server": "serverTransport" }, about: "an application of Node's HTTP, in process",
    use: ["client", "transport: serverTransport(async () => app)"] },
  "server-card": { imports: { "features/server-card": "serverCard" }, about: "what clients may know of a server before they connect, at /mcp/server-card",
    use: ["main", "...serverCard({ name: … }, httpOptionsFrom(process.env))"] },
  sessions: { imports: { "features/sessions": "sessions", "sdk/session": "openSession" }, about: "sessions of callers over HTTP",
    use: ["main", "endpoint: sessions(openSession)"] },
  "skill-search": { imports: { "features/search/skills": "skillSearch" }, about: "sections of skills, with the operations that a search finds",
    use: ["server", "features: [skillSearch(import.meta.url)]"] },
  skills: { imports: { "features/skills/skills": "skills" }, about: "pages that tell how to use it, from the folder skills/",
    use: ["server", "features: [skills(import.meta.url)]"] },
  streams: { imports: { "features/streams": "streams" }, about: "streams, event by event",
    use: ["client", "stream: streams()"] },
  strip: { imports: { "features/strip": "strip" }, about: "answers without undeclared fields",
    use: ["server", "strip"] },
  telemetry: { imports: { "features/telemetry": "telemetry" }, files: ["features/telemetry-setup"], about: "traces and metrics of OpenTelemetry",
    use: ["server", "features: [telemetry]"] },
  testing: { imports: { "features/testing": "testTools" }, about: "a test for each tool",
    use: ["../test/index", "testTools(service, cases)"] },
  traces: { imports: { "features/traces": "traces" }, about: "traces of OpenTelemetry",
    use: ["server", "features: [traces]"],
    also: ["client", "traceRequests", "transport: traceRequests(axiosTransport())"] },
  verify: { imports: { "features/verify": "verifyAll" }, about: "tools held against the API itself",
    use: ["../test/verify", "verifyAll(service, cases, { env, files, named })"] },
  worker: { imports: { "features/worker": "fetchHandler" }, about: "hosts that call a function with each request",
    use: ["worker", "fetchHandler(service)"] },
  "workflow-tests": { imports: { "features/workflow-tests": "testWorkflows" }, about: "a test for each workflow",
    use: ["../test/index", "testWorkflows(service, cases, files)"] },
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

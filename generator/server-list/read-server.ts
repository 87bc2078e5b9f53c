import { ToolwrightError } from "../errors.js";
import { isObject, type JsonObject, readExactText } from "../shared/json.js";
import { openUrl } from "./http.js";
import { startCommand, type ServerCommand } from "./stdio.js";
import {
  DEFAULT_LIMITS,
  ResponseError,
  type ServerLimits,
  type Transport,
} from "./transport.js";

/** Lists and instructions of a running server. */
export interface ServerListing {
  /** Name that the server gives itself; empty if it gives none. */
  readonly name: string;
  /** Version of the protocol. */
  readonly protocol: string;
  /** Text for the model about the server as a whole; empty if there is none. */
  readonly instructions: string;
  readonly tools: readonly JsonObject[];
  readonly resources: readonly JsonObject[];
  readonly resourceTemplates: readonly JsonObject[];
  readonly prompts: readonly JsonObject[];
}

/** Place where a server is reached. */
export interface ServerTarget {
  /** Address of its endpoint, or the command that starts it. */
  readonly server: ServerCommand;
  /** Headers of each request over HTTP. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Folder in which the command runs. */
  readonly cwd: string;
  readonly limits?: ServerLimits;
}

/** Newest version that begins with `initialize`, and the first one without. */
const [INITIALIZED_VERSION, STATELESS_VERSION] = ["2025-11-25", "2026-07-28"];

const CLIENT_INFO = { name: "toolwright", version: "1" };

/** True for the address of a server; otherwise it is a command. */
export function isServerUrl(server: ServerCommand): server is string {
  return typeof server === "string" && /^https?:\/\//i.test(server);
}

/**
 * Connects to a server as a client, and lists all that it shows a model. Throws a ToolwrightError for a server that
 * can't be reached, does not respond in time, or sends more than the limits.
 */
export async function readServer(target: ServerTarget): Promise<ServerListing> {
  try {
    return await withTransport(target, readInitialized);
  } catch (error) {
    // A server of 2026-07-28 alone knows no `initialize`.
    if (!(error instanceof InitializeError)) throw error;
    return withTransport(target, readStateless);
  }
}

/** Refusal of `initialize`. */
class InitializeError extends Error {}

/** Times that one request may take, which all together take at most. */
const MAX_REQUEST_TIMES = 10;

async function withTransport<Result>(
  { cwd, headers = {}, limits = DEFAULT_LIMITS, server }: ServerTarget,
  use: (transport: Transport) => Promise<Result>,
): Promise<Result> {
  const transport = isServerUrl(server)
    ? openUrl(new URL(server), { headers, limits })
    : startCommand(server, { cwd, limits });
  const deadline = Date.now() + MAX_REQUEST_TIMES * limits.timeout;
  try {
    return await use({
      ...transport,
      request: (method, params) => {
        // Each page may come just in time.
        if (Date.now() > deadline)
          throw listError("The server takes too long to list its components.");
        return transport.request(method, params);
      },
    });
  } catch (error) {
    if (!(error instanceof ResponseError)) throw error;
    throw new ToolwrightError({
      code: "server-error",
      message: `The server refused a request: ${error.message} (${error.code}).`,
      hint: "Check that it is an MCP server, and read its log.",
    });
  } finally {
    await transport.close();
  }
}

async function readInitialized(transport: Transport): Promise<ServerListing> {
  const result = await transport
    .request("initialize", {
      protocolVersion: INITIALIZED_VERSION,
      capabilities: {},
      clientInfo: CLIENT_INFO,
    })
    .catch((error: unknown) => {
      throw error instanceof ResponseError ? new InitializeError() : error;
    });
  const { capabilities, instructions, protocolVersion, serverInfo } = result;
  const protocol = toShortText(protocolVersion);
  transport.setVersion(protocol);
  await transport.notify("notifications/initialized");
  return {
    name: nameOf(serverInfo),
    protocol,
    instructions: readExactText(instructions),
    ...(await readLists(transport, capabilities, {})),
  };
}

async function readStateless(transport: Transport): Promise<ServerListing> {
  transport.setVersion(STATELESS_VERSION ?? "");
  const params = {
    _meta: {
      "io.modelcontextprotocol/protocolVersion": STATELESS_VERSION,
      "io.modelcontextprotocol/clientCapabilities": {},
      "io.modelcontextprotocol/clientInfo": CLIENT_INFO,
    },
  };
  const result = await transport.request("server/discover", params);
  const { _meta, capabilities, instructions, serverInfo } = result;
  const meta = isObject(_meta) ? _meta : {};
  return {
    name: nameOf(serverInfo ?? meta["io.modelcontextprotocol/serverInfo"]),
    protocol: STATELESS_VERSION ?? "",
    instructions: readExactText(instructions),
    ...(await readLists(transport, capabilities, params)),
  };
}

const toShortText = (value: unknown) => readExactText(value).slice(0, 100);
const nameOf = (serverInfo: unknown) =>
  toShortText(isObject(serverInfo) ? serverInfo["name"] : "");

/** Pages of one list at most. */
const MAX_PAGES = 1_000;

/** Components of one list at most. */
const MAX_COMPONENTS = 100_000;

async function readLists(
  transport: Transport,
  capabilities: unknown,
  params: JsonObject,
) {
  const has = (name: string) =>
    isObject(capabilities) && isObject(capabilities[name]);
  const readIfListed = (method: string, key: string, capability: string) =>
    has(capability)
      ? readList(transport, { method, key, params })
      : Promise.resolve([]);
  return {
    tools: await readIfListed("tools/list", "tools", "tools"),
    resources: await readIfListed("resources/list", "resources", "resources"),
    resourceTemplates: await readIfListed(
      "resources/templates/list",
      "resourceTemplates",
      "resources",
    ),
    prompts: await readIfListed("prompts/list", "prompts", "prompts"),
  };
}

/** Reads all pages of a list. https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/pagination */
async function readList(
  transport: Transport,
  {
    key,
    method,
    params,
  }: {
    readonly method: string;
    /** Member of the result that has the list. */
    readonly key: string;
    readonly params: JsonObject;
  },
): Promise<JsonObject[]> {
  const components: JsonObject[] = [];
  const cursors = new Set<unknown>();
  let cursor: unknown;
  do {
    const result = await requestPage(transport, method, {
      ...params,
      ...(cursor !== undefined && { cursor }),
    });
    const page = result[key];
    if (!Array.isArray(page) || !page.every(isObject))
      throw listError(
        `The server responded to ${method} without a list of ${key}.`,
      );
    components.push(...page);
    cursor = result["nextCursor"];
    if (cursors.has(cursor))
      throw listError(`The pages of ${method} go in a circle.`);
    cursors.add(cursor);
    if (cursors.size > MAX_PAGES || components.length > MAX_COMPONENTS)
      throw listError(
        `${method} has more than ${MAX_PAGES} pages or ${MAX_COMPONENTS} components.`,
      );
  } while (typeof cursor === "string");
  for (const component of components) assertShallow(component, method);
  return components;
}

/** Code of JSON-RPC for a method that a server does not have, though its capabilities say so. */
const METHOD_NOT_FOUND = -32601;

async function requestPage(
  transport: Transport,
  method: string,
  params: JsonObject,
): Promise<JsonObject> {
  try {
    return await transport.request(method, params);
  } catch (error) {
    // Templates belong to resources, and many servers have none.
    const isAbsent =
      error instanceof ResponseError && error.code === METHOD_NOT_FOUND;
    if (isAbsent && method === "resources/templates/list")
      return { resourceTemplates: [] };
    throw error;
  }
}

/** Levels of a component at most. */
const MAX_DEPTH = 200;

/** Throws a ToolwrightError for a value with so many levels that the stack would overflow. */
function assertShallow(root: JsonObject, method: string): void {
  let level: unknown[] = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH)
      throw listError(
        `${method} has a component of more than ${MAX_DEPTH} levels.`,
      );
    level = level.flatMap((value): unknown[] =>
      typeof value === "object" && value !== null ? Object.values(value) : [],
    );
  }
}

function listError(message: string): ToolwrightError {
  return new ToolwrightError({
    code: "bad-server-list",
    message,
    hint: "No client reads such a list whole. Report it to the people who run the server.",
  });
}

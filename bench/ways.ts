/** Process that makes calls in one way when `runtime.ts` asks for them: `ways.mjs <way> <base URL> [<server.mjs>]`. */
import { pathToFileURL } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { byHand, clientOf } from "./by-hand.js";
import { pet, petId, query } from "./upstream.js";

export const CALLS = ["read", "write", "1 MB"] as const;

/** So many calls, `width` at once. */
export interface Round {
  readonly call: (typeof CALLS)[number];
  readonly calls: number;
  readonly width: number;
}

type Way = Readonly<Record<Round["call"], () => Promise<unknown>>>;

/** Way to call, and the name of the way that it is compared with: the one by hand whose results have the same form. */
interface WayOptions {
  readonly open: (baseUrl: string, file: string) => Way | Promise<Way>;
  readonly base: string;
  /** Output schemas of the emitted server that `open` needs. */
  readonly outputSchemas?: "off" | "typed";
}

const TEXT = "hand-written, text alone";
const STRUCTURED = "hand-written, structured content";

export const WAYS: Readonly<Record<string, WayOptions>> = {
  "bare axios": { open: bareAxios, base: TEXT },
  [TEXT]: { open: (baseUrl) => handWritten(baseUrl, false), base: TEXT },
  "emitted, no output types": {
    open: emittedServer,
    base: TEXT,
    outputSchemas: "off",
  },
  [STRUCTURED]: {
    open: (baseUrl) => handWritten(baseUrl, true),
    base: STRUCTURED,
  },
  emitted: { open: emittedServer, base: STRUCTURED, outputSchemas: "typed" },
  /** The server of another commit, from the option `--other`. */
  other: { open: emittedServer, base: STRUCTURED },
};

const [, , name = "", baseUrl = "", file = ""] = process.argv;
const options = WAYS[name];
if (process.send && options) {
  const way = await options.open(baseUrl, file);
  process.on("message", (round: Round) => void answer(way, round));
}

/** Tells the microseconds of CPU that a call took. */
async function answer(way: Way, { call, calls, width }: Round): Promise<void> {
  const start = process.cpuUsage();
  for (let done = 0; done < calls; done += width)
    await Promise.all(Array.from({ length: width }, () => way[call]()));
  const { system, user } = process.cpuUsage(start);
  process.send?.((system + user) / calls);
}

function bareAxios(baseUrl: string): Way {
  const client = clientOf(baseUrl);
  return {
    read: () => client.get(`/pets/${petId}`, { params: query }),
    write: () => client.post("/pets", pet, { params: { dry_run: false } }),
    "1 MB": () => client.get("/pets"),
  };
}

async function handWritten(baseUrl: string, isTyped: boolean): Promise<Way> {
  const server = byHand(clientOf(baseUrl), isTyped);
  return asWay(await connect((end) => server.connect(end)));
}

async function emittedServer(_baseUrl: string, file: string): Promise<Way> {
  // What every emitted server.ts exports.
  const { createServer } = (await import(pathToFileURL(file).href)) as {
    createServer: (
      options: object,
    ) => Promise<{ connect(transport: Transport): Promise<void> }>;
  };
  return asWay(
    await connect(async (end) =>
      (await createServer({ env: process.env })).connect(end),
    ),
  );
}

async function connect(
  serve: (end: Transport) => Promise<void>,
): Promise<Client> {
  const ends = InMemoryTransport.createLinkedPair();
  for (const end of ends) {
    const send = end.send.bind(end);
    end.send = (message, options) =>
      send(JSON.parse(JSON.stringify(message)) as JSONRPCMessage, options);
  }
  const [clientEnd, serverEnd] = ends;
  const client = new Client({ name: "bench", version: "1.0.0" });
  await Promise.all([serve(serverEnd), client.connect(clientEnd)]);
  return client;
}

function asWay(client: Client): Way {
  const call = async (tool: string, args: Record<string, unknown>) => {
    const result = await client.callTool({ name: tool, arguments: args });
    if (result.isError) throw new Error(JSON.stringify(result.content));
  };
  return {
    read: () => call("getPet", { petId, ...query }),
    write: () => call("addPet", { dry_run: false, ...pet }),
    "1 MB": () => call("listPets", {}),
  };
}

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

export const WAYS = {
  "bare axios": bareAxios,
  "hand-written server": handWritten,
  "emitted server": fromDocument,
} as const;

const [, , name = "", baseUrl = "", file = ""] = process.argv;
const make = WAYS[name as keyof typeof WAYS];
if (process.send && make) {
  const way = await make(baseUrl, file);
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

async function handWritten(baseUrl: string): Promise<Way> {
  const server = byHand(clientOf(baseUrl));
  return asWay(await connect((end) => server.connect(end)));
}

async function fromDocument(_baseUrl: string, file: string): Promise<Way> {
  // Exports of every emitted server.ts.
  const { createServer } = (await import(pathToFileURL(file).href)) as {
    createServer: () => { connect(transport: Transport): Promise<void> };
  };
  return asWay(await connect((end) => createServer().connect(end)));
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

import { Readable } from "node:stream";
import { axiosTransport } from "../../../runtime/features/transport/axios.js";
import { plannedService, connectTo } from "../planned.js";
import { objection } from "./judge.js";
import type { startPrism } from "./judge.js";
import type { Sampler } from "./sample.js";

/** Result of one call. */
export interface Judged {
  readonly tool: string;
  /** Objection of Prism to the request; undefined if it is valid. */
  readonly objection: string | undefined;
  /** Made-up arguments never met the tool's own schema, or could not become a request. */
  readonly unsent: boolean;
  /** Arguments and response, for whoever looks into it. */
  readonly details: string;
}

type Prism = NonNullable<Awaited<ReturnType<typeof startPrism>>>;

/** Calls every operation of a document through an MCP client: once with the required arguments alone, once with all. */
export async function judgeAll(
  document: string,
  prism: Prism,
  sample: Sampler,
): Promise<Judged[]> {
  const seen: (string | undefined)[] = [];
  const send = axiosTransport();
  const service = await plannedService(
    { document },
    {
      baseUrl: prism.url,
      ownServers: false,
      transport: async (request, signal) => {
        const response = await send(request, signal);
        const { body, headers, status } = response;
        const chunks: Uint8Array[] = [];
        for await (const chunk of body) chunks.push(chunk);
        const text = Buffer.concat(chunks).toString();
        seen.push(objection(status, headers["sl-violations"], text));
        return { ...response, body: Readable.from(chunks) };
      },
    },
  );
  const client = await connectTo(service);
  const { tools } = await client.listTools();

  /** Tries until made-up arguments are taken: the faker does not read every keyword. */
  async function judge(
    { name: tool, inputSchema }: (typeof tools)[number],
    all: boolean,
  ) {
    let details = "";
    for (let tries = 0; tries < 10; tries++) {
      seen.length = 0;
      const seed = `${tool} ${String(tries)}`;
      const args = sample(inputSchema, seed, all);
      const { content } = await client.callTool({
        name: tool,
        arguments: args,
      });
      details = `${JSON.stringify(args)} ${JSON.stringify(content)}`;
      const [said] = seen;
      if (seen.length > 0)
        return { tool, unsent: false, details, objection: said };
    }
    return { tool, unsent: true, details, objection: undefined };
  }

  const judged: Judged[] = [];
  for (const tool of tools)
    for (const all of [false, true]) judged.push(await judge(tool, all));
  return judged;
}

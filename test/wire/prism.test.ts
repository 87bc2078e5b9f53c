import { afterAll, describe, expect, test } from "vitest";
import { documents } from "../corpus/documents.js";
import { catalogOf, connectTo } from "./planned.js";
import { objection, startPrism } from "./prism/judge.js";
import { createSampler } from "./prism/sample.js";

/** Real documents of all versions that Prism reads; the largest ones take minutes. */
const CHOSEN = (
  process.env["PRISM_DOCUMENTS"] ??
  "museum swagger-petstore-v3 petstore-expanded-v30 uspto notion netlify gotify openfga xero-files twitter-v2 blockfrost worldtime twilio-lookups-v2 kubb-petstore-content sonarr-v3 slack-web box mailchimp-transactional"
).split(" ");

const sample = createSampler();
const chosen = documents.filter(({ id }) => CHOSEN.includes(id));
if (sample === undefined)
  process.stderr.write(
    "Prism is left out: run `npm install --prefix test/wire` first.\n",
  );
if (chosen.length === 0)
  process.stderr.write("Prism is left out: there are no real documents.\n");

const tally: string[] = [];
let sent = 0;
let valid = 0;

describe.runIf(sample !== undefined && chosen.length > 0)("Prism", () => {
  test.each(chosen)("judges $id", async ({ id, path }) => {
    const prism = await startPrism(path);
    if (prism === undefined || sample === undefined) return;
    let judged: string | undefined | null = null;
    const catalog = await catalogOf(
      { document: path },
      {
        baseUrl: prism.url,
        ownServers: false,
        onResponse: async (response) => {
          const chunks: Uint8Array[] = [];
          for await (const chunk of response.body) chunks.push(chunk);
          const { status, headers } = response;
          const body = Buffer.concat(chunks).toString();
          judged = objection(status, headers["sl-violations"], body);
        },
      },
    );
    const client = await connectTo(catalog);
    const { tools } = await client.listTools();
    const objections: string[] = [];
    for (const { name, inputSchema } of tools) {
      for (const all of [false, true]) {
        let said = "";
        judged = null;
        for (let tries = 0; tries < 10 && judged === null; tries++) {
          const made = sample(inputSchema, `${name} ${String(tries)}`, all);
          const args = made as Record<string, unknown>; // the schema is an object's
          const result = await client.callTool({ name, arguments: args });
          said = JSON.stringify(result.content);
          if (judged !== undefined) said += JSON.stringify(args).slice(0, 1500);
        }
        if (judged === null) {
          objections.push(`${name}: not sent: ${said}`);
          continue;
        }
        sent += 1;
        if (judged === undefined) valid += 1;
        else objections.push(`${name}: ${String(judged)} ${said}`);
      }
    }
    await prism.close();
    tally.push(
      `${id}: ${String(tools.length)} tools, ${String(prism.operations)} operations; ${String(objections.length)} objections`,
    );
    if (process.env["PRISM_VERBOSE"])
      process.stderr.write(`${objections.join("\n")}\n`);
  });

  afterAll(() => {
    process.stderr.write(
      `${tally.join("\n")}\n${String(valid)} of ${String(sent)} requests are valid\n`,
    );
    expect(valid / sent).toBeGreaterThanOrEqual(0.99);
  });
});

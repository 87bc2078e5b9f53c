import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { answerTo } from "./answers.js";
import { askAll, listAll } from "./ask.js";
import { contractOf } from "./contract.js";
import { digestOf, parse } from "./documents.js";
import type { Recorded } from "./documents.js";
import { connect } from "./json-rpc.js";
import { emit, environmentOf, prepare } from "./project.js";
import { mended, questionsFor } from "./questions.js";
import type { Lists, Pass, Question, Recording } from "./recording.js";
import { startUpstream } from "./upstream.js";
import type { Upstream } from "./upstream.js";
import { ways } from "./ways.js";
import type { Way } from "./ways.js";

/**
 * Generates a document with a checkout of toolwright in all ways, runs what comes out, and keeps what is listed, what
 * calls send and what they give back. The calls are those of `earlier`, if there is such a recording.
 */
export async function record(
  checkout: string,
  document: Recorded,
  earlier: Recording | undefined,
): Promise<Recording> {
  const folder = mkdtempSync(join(tmpdir(), "toolwright-record-"));
  const upstream = await startUpstream();
  const api = parse(document);
  const contract = contractOf(api);
  const passes: Pass[] = [];
  try {
    prepare(checkout, folder);
    for (const way of ways) {
      if (way.documents?.includes(document.id) === false) continue;
      const out = join(folder, way.name);
      const replayed = earlier?.passes.find(({ name }) => name === way.name);
      const pass = await recordPass(
        { checkout, document, out, upstream, way },
        {
          questions: (lists) =>
            replayed?.calls ?? questionsOf(document, way, lists, passes),
          again: replayed === undefined ? mended : () => undefined,
          answer: (request, trial) =>
            answerTo(request, trial, { contract, document: api }),
        },
      );
      passes.push(pass);
    }
  } finally {
    upstream.close();
    rmSync(folder, { recursive: true });
  }
  return { document: document.id, digest: digestOf(document), passes };
}

interface Run {
  readonly checkout: string;
  readonly document: Recorded;
  readonly out: string;
  readonly upstream: Upstream;
  readonly way: Way;
}

type Asking = Omit<Parameters<typeof askAll>[1], "questions"> & {
  readonly questions: (lists: Lists) => readonly Question[];
};

async function recordPass(
  { checkout, document, out, upstream, way }: Run,
  { questions, ...asking }: Asking,
): Promise<Pass> {
  const emitted = await emit(checkout, out, {
    ...way.config,
    document: document.path,
    ...(document.refRoot && { refRoot: document.refRoot }),
  });
  if ("refused" in emitted)
    return { ...NO_SERVER, name: way.name, refused: emitted.refused };
  const environment = environmentOf(out, way.credentials);
  const session = await connect(emitted.main, {
    cwd: out,
    env: { RECORD_PORT: String(upstream.port), ...environment },
  });
  try {
    const lists = await listAll(session);
    return {
      name: way.name,
      environment: Object.keys(environment).sort(),
      initialize: session.initialize,
      lists,
      calls: await askAll(
        { session, upstream },
        { ...asking, questions: questions(lists) },
      ),
    };
  } finally {
    await session.close();
  }
}

const NO_SERVER = {
  environment: [],
  initialize: { failed: "There is no server." },
  lists: { tools: [], resources: [], templates: [] },
  calls: [],
};

/**
 * Questions about a document; operations that were called as tools already are not called again if everything is a
 * tool.
 */
function questionsOf(
  { calls = [] }: Recorded,
  way: Way,
  lists: Lists,
  passes: readonly Pass[],
): Question[] {
  if (way.name !== "tools") return questionsFor(lists, way.limit);
  const called = passes
    .flatMap((pass) => pass.calls)
    .filter(({ method }) => method === "tools/call")
    .map(({ component }) => component);
  const byHand = calls.map(([name, args], index) => ({
    component: name,
    trial: `by hand ${String(index)}`,
    method: "tools/call",
    params: { name, arguments: args },
  }));
  return [...questionsFor(lists, way.limit, new Set(called)), ...byHand];
}

import type { ResolvedConfig } from "./config/resolve-config.js";
import { digestArguments } from "./emit/argument-digest.js";
import { generatedPathOf, planApiFiles } from "./emit/files.js";
import { format, formatCached } from "./emit/format.js";
import type {
  PlannedApi,
  PlannedFile,
  PlannedServer,
} from "./emit/planned-files.js";
import { planProjectFiles } from "./emit/project-files.js";
import { render } from "./emit/render.js";
import {
  planTestAddress,
  planTestFiles,
  type TestedApi,
} from "./emit/tests.js";
import { allFeaturesOf, readRuntime } from "./emit/runtime.js";
import { digest } from "./shared/hash.js";
import { omitEmpty } from "./shared/json.js";
import type { Cache } from "./project/cache.js";
import type { RenderedFile } from "./project/outcome.js";
import { planTypes } from "./plan/types.js";
import {
  createContracts,
  readContractDigest,
  SERVER_CONTRACT,
} from "./diff/contracts.js";
import { createMockResponses } from "./testgen/mock-responses.js";
import { exampleCalls } from "./testgen/example-calls.js";
import { sampleInputs } from "./testgen/sample-arguments.js";
import { writeApiTypes } from "./emit/types/api-types.js";
import { toHoverText } from "./describe/shorten.js";
import type { PlannedExtensions } from "./extensions/extensions.js";
import type { RunOptions } from "./pipeline.js";

/** Renders and formats every file of the emitted project, sorted by path. */
export async function renderProject(
  server: PlannedServer & Pick<PlannedExtensions, "extensions">,
  settings: ResolvedConfig,
  // `checkFlags`: arguments that the CI workflow passes to `check`.
  context: RunOptions & { cache?: Cache; checkFlags?: string },
): Promise<RenderedFile[]> {
  const {
    cache,
    checkFlags = "",
    onProgress: reportProgress = () => undefined,
  } = context;
  const { addedFeatures: added, apis } = server;
  const { emit, sdk } = settings;
  reportProgress("Writing types");
  const types = apis.map(({ api, plan: { components }, settings }) => ({
    path: generatedPathOf(settings.source, "apiTypes"),
    text: writeApiTypes({
      schemas: api.schemas,
      operations: planTypes(components),
      describeProperty: toHoverText,
    }),
    editable: false,
  }));
  reportProgress("Rendering");
  const argumentDigests = new Map(
    apis.flatMap(({ plan }) => [...digestArguments(plan)]),
  );
  const runtime = readRuntime(allFeaturesOf(server), { added, sdk });
  const isTested = emit.includes("tests");
  const prepareCalls = memoizeOnce(() => prepareTests(apis));
  const extensionOutputs = await Promise.all(
    server.extensions.map(async ({ describeFiles = () => "", planFiles }) => {
      const files = await planFiles(server, { settings, prepareCalls });
      return { files, sentence: describeFiles(files) };
    }),
  );
  const extensionFiles = extensionOutputs.flatMap(({ files }) => files);
  const fileSentence = extensionOutputs
    .flatMap(({ sentence }) => sentence || [])
    .join(" ");
  const files: RenderedFile[] = [...runtime, ...types];
  const projectInput = { runtime, checkFlags, extensionFiles, fileSentence };
  const plannedFiles = [
    ...apis.flatMap(planApiFiles),
    ...planProjectFiles(server, settings, projectInput),
    ...(isTested
      ? planTestFiles(
          await prepareCalls(),
          sampleInputs(server.toolLists),
          settings.files !== null,
        )
      : []),
    ...extensionFiles,
  ];
  // A file that tells the digest of the contracts is printed when they are known.
  const publishedFiles = plannedFiles.flatMap((file) =>
    isTested && "data" in file && file.path === "server.json" ? [file] : [],
  );
  for (const file of plannedFiles) {
    if ("text" in file) files.push({ ...file, editable: true });
    else if (!publishedFiles.includes(file))
      files.push(await renderFile(file, argumentDigests, cache));
  }
  if (isTested) {
    const contracts = await createContracts(files);
    for (const [path, text] of contracts)
      files.push({ path, text, editable: true });
    const serverContract = contracts.get(SERVER_CONTRACT) ?? "";
    for (const file of publishedFiles) {
      const data = {
        ...file.data,
        contractDigest: readContractDigest(serverContract),
      };
      files.push(await renderFile({ ...file, data }, argumentDigests, cache));
    }
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Renders a file from its template, laid out as prettier would. `contracts`: digests of the arguments of modules, by path. */
async function renderFile(
  file: PlannedFile,
  contracts: ReadonlyMap<string, string>,
  cache: Cache | undefined,
): Promise<RenderedFile> {
  const { calledPaths, editable, isLaidOut = true, key, path, words } = file;
  const renderedText = render(file);
  const layOut = isLaidOut ? format : formatCached;
  const calledContracts = calledPaths?.map((called) => contracts.get(called));
  const contract =
    calledContracts === undefined
      ? contracts.get(path)
      : digest(calledContracts.join(), 12);
  return {
    path,
    text:
      file.originalText ??
      (editable ? await layOut(path, renderedText, cache) : renderedText),
    editable,
    ...omitEmpty({ key, contract, words }),
  };
}

/** Function that computes its result once, when it is first called. */
function memoizeOnce<Result>(compute: () => Result): () => Result {
  const results: Result[] = [];
  return () => {
    const [result = compute()] = results;
    results[0] = result;
    return result;
  };
}

/** Example calls of each tool, and the mock responses of each API. */
function prepareTests(apis: readonly PlannedApi[]): Promise<TestedApi[]> {
  return Promise.all(
    apis.map(async (planned) => {
      const { api, settings } = planned;
      const { client, ...addressSettings } = planTestAddress(planned);
      const responses = createMockResponses(api.operations, api.schemas);
      const calls = await exampleCalls(planned, client);
      return { source: settings.source, ...addressSettings, responses, calls };
    }),
  );
}

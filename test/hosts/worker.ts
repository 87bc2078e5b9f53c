import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { startApi } from "../../samples/bookshop/api.js";
import { emit } from "../emitted/project.js";

/** Token of the caller of the server under test. */
export const TOKEN = "a-token-0123456789";

/** The bookshop's API, and a server for it in the form that hosts want. */
export async function startWorker(sdk: "v1" | "v2") {
  const folder = await mkdtemp(join(tmpdir(), "bookshop-"));
  const api = await startApi({ folder, key: "k" });
  const project = await emit({
    document: "samples/bookshop/openapi.yaml",
    emit: ["worker"],
    sdk,
    allRoutesAsTools: true,
  });
  const file = join(project, "dist", "worker.js");
  const { metafile } = await build({
    entryPoints: [join(project, "src", "worker.ts")],
    bundle: true,
    format: "esm",
    platform: "neutral",
    conditions: ["workerd", "worker", "import"],
    mainFields: ["module", "main"],
    external: ["node:*"],
    metafile: true,
    minify: true,
    outfile: file,
  });
  const env = {
    API_BASE_URL: api.url,
    API_SHOP_KEY: "k",
    MCP_TOKENS: TOKEN,
    LOG_LEVEL: "silent",
  };
  return {
    api,
    env,
    file,
    inputs: Object.values(metafile.outputs).flatMap((one) =>
      Object.keys(one.inputs),
    ),
  };
}

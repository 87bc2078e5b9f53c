import { execFile } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const redirect = fileURLToPath(new URL("./redirect.ts", import.meta.url));

/** A folder for the projects that one checkout of toolwright emits; they find their packages in it. */
export function prepare(checkout: string, folder: string): void {
  symlinkSync(resolve(checkout, "node_modules"), join(folder, "node_modules"));
}

/** Generates and bundles; says why, if it fails. */
export async function emit(
  checkout: string,
  out: string,
  config: object,
): Promise<{ readonly main: string } | { readonly refused: string }> {
  try {
    const refused = await generate(checkout, out, config);
    return refused === undefined ? { main: await bundle(out) } : { refused };
  } catch (error) {
    return { refused: String(error) };
  }
}

/** Runs the checkout's own command line; what it says, if it fails. */
async function generate(
  checkout: string,
  out: string,
  config: object,
): Promise<string | undefined> {
  mkdirSync(out, { recursive: true });
  const file = `${out}.config.json`;
  writeFileSync(file, JSON.stringify({ ...config, out }));
  const cli = resolve(checkout, "dist/cli.js");
  const args = [cli, "generate", "--config", file, "--quiet"];
  const env = { ...process.env, XDG_CACHE_HOME: join(out, "../cache") };
  try {
    await promisify(execFile)(process.execPath, args, { env });
    return undefined;
  } catch (error) {
    const { stderr = "" } = error as { stderr?: string }; // what execFile adds
    return stderr.replaceAll(out, "out").replaceAll(/\/\S*\//g, "");
  }
}

/** Bundles a project as its own script does, with every connection led to the recording upstream. */
async function bundle(project: string): Promise<string> {
  const outfile = join(project, "dist", "main.js");
  const entry = [redirect, join(project, "src", "main.ts")];
  await build({
    stdin: {
      contents: entry.map((file) => `import ${JSON.stringify(file)};`).join(""),
      resolveDir: project,
    },
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    outfile,
    logLevel: "error",
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
  return outfile;
}

/** Which credentials a server gets: all; none; all but access tokens, which are refreshed then; or but refresh tokens as well. */
export type Given = "all" | "none" | "refreshed" | "fetched";

const WITHHELD: Readonly<Record<Given, RegExp>> = {
  all: /^$/,
  none: /^/,
  refreshed: /(?<!_REFRESH)_TOKEN$/,
  fetched: /_TOKEN$/,
};

/** A fake value for every variable that the project's `.env.example` names. */
export function environmentOf(
  project: string,
  given: Given,
): Record<string, string> {
  const file = join(project, ".env.example");
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const names = [...text.matchAll(/^(?:# )?([A-Z]\w*)=/gm)].map(
    ([, name = ""]) => name,
  );
  const certificate = join(project, "certificate.pem");
  writeFileSync(certificate, "no real certificate");
  const values = names.map((name) => {
    if (name.endsWith("BASE_URL")) return [name, "https://api.test/base"];
    if (name === "LOG_LEVEL") return [name, "silent"];
    // How the server is run is not a matter here.
    if (/^(MCP_|API_(DRY_RUN|MOCK))/.test(name)) return [name, ""];
    const scheme = name.replace(/(_REFRESH)?_[A-Z]+$/, "");
    if (names.includes(`${scheme}_CERT`)) return [name, certificate];
    const isOAuth = names.includes(`${scheme}_CLIENT_ID`);
    if ((isOAuth || given === "none") && WITHHELD[given].test(name))
      return [name, ""];
    return [name, `fake-${name.toLowerCase().replaceAll("_", "-")}-0123456789`];
  });
  return Object.fromEntries(values) as Record<string, string>; // of the pairs above
}

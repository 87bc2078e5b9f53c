import { execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const folder = fileURLToPath(new URL(".", import.meta.url));
const run = promisify(execFile);

/** Starts the application; a note says why if Python or its packages are not available. */
export async function startFastApi(): Promise<
  | { readonly url: string; readonly close: () => Promise<void> }
  | { readonly note: string }
> {
  let python: string;
  try {
    python = await preparePython();
  } catch (error) {
    return { note: `FastAPI is left out: ${String(error).slice(0, 300)}` };
  }
  const child = spawn(
    python,
    ["-m", "uvicorn", "app:app", "--host", "127.0.0.1", "--port", "0"],
    { cwd: folder, stdio: ["ignore", "ignore", "pipe"] },
  );
  const ended = new Promise<void>((resolve) =>
    child.once("exit", () => resolve()),
  );
  const url = await new Promise<string>((resolve, reject) => {
    let said = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      const found = /running on (http:\S+)/.exec(said)?.[1];
      if (found !== undefined) resolve(found);
    });
    void ended.then(() => reject(new Error(said)));
  });
  const close = () => {
    child.kill();
    return ended;
  };
  return { url, close };
}

/** A Python with the packages of requirements.txt, made once for each version of that file. */
async function preparePython(): Promise<string> {
  const requirements = join(folder, "requirements.txt");
  const digest = createHash("sha256").update(readFileSync(requirements));
  const name = `toolwright-fastapi-${digest.digest("hex").slice(0, 12)}`;
  const home = join(tmpdir(), name);
  const python = join(home, "bin", "python");
  const done = join(home, "bin", "uvicorn");
  if (!existsSync(done)) {
    await run("python3", ["-m", "venv", "--clear", home]);
    const install = ["-m", "pip", "install", "--quiet", "-r", requirements];
    await run(python, install);
  }
  return python;
}

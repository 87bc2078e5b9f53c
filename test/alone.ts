import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Before all tests: they see no settings of npm's and git's user, and what they leave behind goes away with them. */
export default function alone() {
  const folder = mkdtempSync(join(tmpdir(), "toolwright-tests-"));
  // As it is usual of such a folder: each user may write there.
  chmodSync(folder, 0o1777);
  process.env["TMPDIR"] = folder;
  // Also those of the npm that runs the tests.
  for (const name of Object.keys(process.env))
    if (/^npm_config_/i.test(name)) delete process.env[name];
  for (const name of ["userconfig", "globalconfig"])
    process.env[`npm_config_${name}`] = join(folder, name);
  process.env["npm_config_update_notifier"] = "false";
  process.env["GIT_CONFIG_GLOBAL"] = join(folder, "gitconfig");
  process.env["GIT_CONFIG_NOSYSTEM"] = "1";
  return () => rmSync(folder, { recursive: true, force: true });
}

import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Folder in memory on Linux: on a disk, the tests take 4 to 14 % longer. `TMPDIR` names another folder. */
const MEMORY = "/dev/shm";
/** Required room in bytes; the suite needs a sixteenth. */
const ENOUGH = 2 ** 31;
const NAME = "toolwright-tests-";

/** Before all tests: they see no settings of npm's and git's user, and what they leave behind goes away with them. */
export default function alone() {
  const isFree = process.env["TMPDIR"] === undefined && isFit(MEMORY);
  const folder = mkdtempSync(join(isFree ? MEMORY : tmpdir(), NAME));
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

/** True if a folder exists, has room, and may hold programs that can be started. */
function isFit(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < ENOUGH) return false;
  const probe = mkdtempSync(join(folder, NAME));
  const program = join(probe, "program");
  writeFileSync(program, "#!/bin/sh\n", { mode: 0o755 });
  const { status } = spawnSync(program);
  rmSync(probe, { recursive: true });
  return status === 0;
}

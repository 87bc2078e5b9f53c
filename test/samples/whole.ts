import { cp, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { generate } from "../../generator/index.js";
import configs from "../../samples/toolwright.config.js";

export const root = fileURLToPath(new URL("../../", import.meta.url));
export const samples = join(root, "samples");

/** A sample as `npm run samples` would write it, in its own folder. */
export interface Sample {
  /** Folder of its config. */
  readonly place: string;
  /** The emitted project. */
  readonly server: string;
  readonly remove: () => Promise<void>;
}

/** Generates a sample from its document or application alone, in a copy of its folder. */
export async function freshSample(name: string): Promise<Sample> {
  const config = configs.find((one) => one.name === name);
  if (config === undefined) throw new Error(`There is no sample ${name}.`);
  const place = await mkdtemp(join(tmpdir(), "sample-"));
  const sample = dirname(config.out);
  const server = join(place, config.out);
  const isOther = (path: string) =>
    !/[/\\](server|node_modules)([/\\]|$)/.test(path.slice(samples.length));
  const remove = () => rm(place, { recursive: true });
  // Its document may be in the folder of another one.
  const given = "document" in config ? dirname(config.document) : sample;
  for (const folder of new Set([sample, given]))
    await cp(join(samples, folder), join(place, folder), {
      recursive: true,
      filter: isOther,
    });
  // Where its application finds its packages.
  await symlink(join(root, "node_modules"), join(place, "node_modules"));
  const optionsToSave = { config: join(place, "toolwright.config.ts") };
  await generate(config, { cwd: place, optionsToSave });
  return { place, server, remove };
}

/** Fresh sample with the committed files over it: edits by hand. The runtime is committed for one sample alone. */
export async function wholeSample(name: string): Promise<Sample> {
  const sample = await freshSample(name);
  await addCommitted(name, sample);
  return sample;
}

/** Lays what is committed over a fresh sample. */
export async function addCommitted(name: string, sample: Sample) {
  const { out } = configs.find((one) => one.name === name) ?? { out: "" };
  const committed = join(samples, out);
  await cp(committed, sample.server, {
    recursive: true,
    filter: (path) => !path.startsWith(join(committed, "src", "runtime")),
  });
}

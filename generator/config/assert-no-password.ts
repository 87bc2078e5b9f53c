import { ToolwrightError } from "../errors.js";
import type { Config } from "./config.js";

/** Throws a ToolwrightError if an address on the command line holds a user or a password: it would be saved in the project. */
export function assertNoPassword({
  document,
  overlays,
  workflows,
}: Config): void {
  const locations = [document, overlays, workflows].flatMap((location) =>
    Array.isArray(location) ? (location as unknown[]) : [location],
  );
  const isSecret = (location: unknown) =>
    typeof location === "string" && /^https?:[/\\]*[^/?#\\]*@/i.test(location);
  if (!locations.some(isSecret)) return;
  throw new ToolwrightError({
    code: "password-in-config",
    message:
      "An address holds a user or a password, and a project's options are there to be committed.",
    hint: "Save the document to a file and name that, or write a config that reads them from the environment.",
  });
}

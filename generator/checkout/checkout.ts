import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { ToolwrightError } from "../errors.js";
import { isWithin, resolveLinks } from "./links.js";
import { findRoot } from "./root.js";

/**
 * Checkout that a run reads and writes. It decides what the files of the checkout may name, if their author is unknown
 * (`--safe`).
 */
export interface Checkout {
  /** True if nothing of the checkout runs or connects, and nothing that it names lies elsewhere. */
  readonly isSafe: boolean;
  /** Folder without links below which everything lies that files of the checkout may name. */
  readonly root: string;
  /** Absolute paths that the user typed, which may lie elsewhere. */
  readonly typedPaths: ReadonlySet<string>;
}

/** Checkout whose author the user trusts. */
export const TRUSTED_CHECKOUT: Checkout = {
  isSafe: false,
  root: "/",
  typedPaths: new Set(),
};

/** Options of a run that say how far its checkout is trusted. */
export interface SafeOptions {
  /** Folder that relative paths start from. Default: the current one. */
  readonly cwd?: string;
  /** True for a checkout whose author is unknown: nothing of it runs or connects, and nothing that it names lies elsewhere. */
  readonly safe?: boolean;
  /** Checkout as the command line has opened it. Default: that of the config's output folder. */
  readonly checkout?: Checkout;
}

/** Opens the checkout of a safe run. `configFiles`: paths of the project's config, or of files beside it. */
export function openCheckout(
  configFiles: readonly string[],
  {
    cwd,
    typedPaths,
  }: { readonly cwd: string; readonly typedPaths: readonly string[] },
): Checkout {
  const root = findRoot(configFiles, cwd);
  return { isSafe: true, root, typedPaths: new Set(typedPaths) };
}

/** Checkout of a run: as it was opened, otherwise that of the config's output folder. */
export function checkoutOf(
  { out }: { readonly out?: unknown },
  { checkout, cwd = process.cwd(), safe = false }: SafeOptions,
): Checkout {
  if (checkout !== undefined) return checkout;
  if (!safe) return TRUSTED_CHECKOUT;
  const lockFile =
    typeof out === "string" ? [resolve(cwd, out, "toolwright.lock")] : [];
  return openCheckout(lockFile, { cwd, typedPaths: [] });
}

/** True if a path may be read or written: it is in the root, links resolved, or typed and elsewhere. */
export function isReachable(checkout: Checkout, path: string): boolean {
  return (
    !checkout.isSafe ||
    isWithin(checkout.root, path) ||
    isTypedElsewhere(checkout, path)
  );
}

/** True if the user typed a path that doesn't lead through the root: a link in there is the checkout's. */
export function isTypedElsewhere(
  { root, typedPaths }: Checkout,
  path: string,
): boolean {
  if (!typedPaths.has(path)) return false;
  for (let ancestor = path; dirname(ancestor) !== ancestor;) {
    ancestor = dirname(ancestor);
    if (isWithin(root, ancestor)) return false;
  }
  return true;
}

/** Throws a ToolwrightError if an option names a path that a checkout must not name. */
export function assertWithin(
  checkout: Checkout,
  option: string,
  path: string,
): void {
  if (!isReachable(checkout, path))
    throw refusal([outsideReason(checkout, option, path)]);
}

/** Throws a ToolwrightError if a file can't be read safely: it lies outside, or is a pipe or a device. */
export function assertReadable(
  checkout: Checkout,
  option: string,
  path: string,
): void {
  if (!checkout.isSafe) return;
  assertWithin(checkout, option, path);
  const stat = statSync(path, { throwIfNoEntry: false });
  const isOdd = stat !== undefined && !stat.isFile() && !stat.isDirectory();
  if (isOdd && !isTypedElsewhere(checkout, path))
    throw refusal([
      { option, value: path, reason: "is a pipe or a device", hint: PIPE_HINT },
    ]);
}

const PIPE_HINT = "Put a file in its place.";

/** Reason why a path is refused. */
export function outsideReason(
  { root }: Checkout,
  option: string,
  path: string,
): Refusal {
  const realPath = resolveLinks(path);
  return {
    option,
    value: path,
    reason: `${realPath === path ? "" : `is a link to ${realPath}, and `}is outside ${root}`,
    hint: "Pass the path on the command line, or commit the project's config: the repository that tracks it is the root, otherwise the current directory. If you trust the author of the checkout, leave --safe out.",
  };
}

/** Option of a checkout that a safe run refuses, and why. */
export interface Refusal {
  readonly option: string;
  readonly value: string;
  /** Reason, which continues the value: `runs code`. */
  readonly reason: string;
  readonly hint: string;
}

/** Error of what `--safe` refuses. */
export function refusal(refusals: readonly Refusal[]): ToolwrightError {
  return new ToolwrightError(
    refusals.map(({ hint, option, reason, value }) => ({
      code: "unsafe",
      message: `--safe refuses ${option}: ${JSON.stringify(value)} ${reason}.`,
      hint,
    })),
  );
}

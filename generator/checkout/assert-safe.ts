import { resolve } from "node:path";
import type { ApiConfig, Config } from "../config/config.js";
import { getMember, isObject, toArray, toWord } from "../shared/json.js";
import { findPatternRefusals } from "./patterns.js";
import {
  assertReadable,
  isReachable,
  outsideReason,
  refusal,
  TRUSTED_CHECKOUT,
  type Checkout,
  type Refusal,
} from "./checkout.js";

const CODE_HINT =
  "Leave --safe out if you trust the author of the checkout: in the GitHub Action with `safe: false`.";
const ADDRESS_HINT =
  "Save the content of the address to a file and name that file, or leave --safe out if you trust the author of the checkout.";

/** Throws a ToolwrightError that names all options of a config by which a safe run would run code, connect, or read elsewhere. */
export function assertSafe(
  config: Config,
  checkout: Checkout,
  cwd: string,
): void {
  if (!checkout.isSafe) return;
  const { extensions, instructions, out, sources, workflows } = config;
  const refusals = [
    ...findApiRefusals(config, checkout, cwd),
    ...toArray(sources).flatMap((source) =>
      findSourceRefusals(source, checkout, cwd),
    ),
    ...findLocationRefusals("workflows", workflows, { checkout, cwd }),
    ...toArray(extensions).map((path) => codeRefusal("extensions", path)),
    ...findPathRefusals("instructions", getMember(instructions, "file"), {
      checkout,
      cwd,
    }),
    ...findPathRefusals("out", out, { checkout, cwd }),
  ];
  if (refusals.length > 0) throw refusal(refusals);
}

/** Throws a ToolwrightError if the config has a command to run after the files are written. */
export function assertNoCommand(
  { afterGenerate }: Config,
  checkout: Checkout = TRUSTED_CHECKOUT,
): void {
  if (checkout.isSafe && afterGenerate !== undefined)
    throw refusal([codeRefusal("afterGenerate", afterGenerate)]);
}

/** Throws a ToolwrightError if a config can't be read safely: it is code, or lies outside. */
export function assertSafeConfig(path: string, checkout: Checkout): void {
  if (!checkout.isSafe) return;
  if (!path.endsWith(".json")) throw refusal([codeRefusal("config", path)]);
  assertReadable(checkout, "config", path);
}

/** Refusal of a value that is code. */
function codeRefusal(option: string, value: unknown): Refusal {
  return { option, value: toWord(value), reason: "runs code", hint: CODE_HINT };
}

/** Folder that relative paths start from, and the checkout. */
interface Place {
  readonly checkout: Checkout;
  readonly cwd: string;
}

function findSourceRefusals(
  source: unknown,
  checkout: Checkout,
  cwd: string,
): Refusal[] {
  if (!isObject(source)) return [];
  return findApiRefusals(source, checkout, cwd).map((entry) => ({
    ...entry,
    option: `${toWord(source["name"])}: ${entry.option}`,
  }));
}

/** Refusals of an API's options, of which each value may be of any type. */
function findApiRefusals(
  { allowRemote, app, document, overlays, refRoot, routeMaps }: ApiConfig,
  checkout: Checkout,
  cwd: string,
): Refusal[] {
  const place = { checkout, cwd };
  return [
    ...(app === undefined ? [] : [codeRefusal("app", app)]),
    ...(allowRemote === true
      ? [
          {
            option: "allowRemote",
            value: "true",
            reason: "opens connections",
            hint: ADDRESS_HINT,
          },
        ]
      : []),
    ...findLocationRefusals("document", document, place),
    ...findLocationRefusals("overlays", overlays, place),
    ...findPathRefusals("refRoot", refRoot, place),
    ...toArray(routeMaps).flatMap((routeMap) =>
      findPatternRefusals("routeMaps", getMember(routeMap, "pattern")),
    ),
  ];
}

/** Refusals of addresses, and of files that lie elsewhere. */
function findLocationRefusals(
  option: string,
  locations: unknown,
  place: Place,
): Refusal[] {
  return [locations].flat().flatMap((location): Refusal[] => {
    if (typeof location !== "string") return [];
    if (location === "-")
      return place.checkout.typedPaths.has(location)
        ? []
        : [
            {
              option,
              value: location,
              reason: "reads standard input",
              hint: "Pass it on the command line: toolwright check -",
            },
          ];
    if (!/^https?:/i.test(location))
      return findPathRefusals(option, location, place);
    // A query or a login may hold a secret.
    const [value = ""] = location.replace(/\/\/[^/?#]*@/, "//…@").split("?");
    const reason = "is an address, and nothing connects";
    return [{ option, value, reason, hint: ADDRESS_HINT }];
  });
}

function findPathRefusals(
  option: string,
  path: unknown,
  { checkout, cwd }: Place,
): Refusal[] {
  if (typeof path !== "string") return [];
  const fullPath = resolve(cwd, path);
  return isReachable(checkout, fullPath)
    ? []
    : [outsideReason(checkout, option, fullPath)];
}

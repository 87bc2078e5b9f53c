import { createHmac } from "node:crypto";
import { getOwn, propertiesOf, truncateText } from "../../../index.js";
import type { Args, Caller, RegisteredComponent } from "../../../index.js";
import { toSortedJson } from "../../text/sorted-json.js";

/** Limits of one line: bytes of a text, of a listed value and of a name; names if a line would be too long. */
const MAX_TEXT_BYTES = 200;
const MAX_VALUE_BYTES = 1_000;
const MAX_NAME_BYTES = 100;
const MAX_NAMES = 20;
/** Maximum length of what a client says of itself, before it is redacted. */
const MAX_CLAIM_LENGTH = 10_000;

/** Digests that no one can guess without the key: 128 bits of an HMAC. */
export interface Digest {
  /** Returns the digest of a value, by its JSON with sorted names. */
  (value: unknown): string;
  readonly ofText: (text: string) => string;
}

export function createDigest(key: Uint8Array): Digest {
  const ofText = (text: string) =>
    createHmac("sha256", key).update(text).digest("hex").slice(0, 32);
  return Object.assign((value: unknown) => ofText(toSortedJson(value)), {
    ofText,
  });
}

/** Describes who calls: the proven identity, and what the client says of itself. */
export function describeCaller(
  { client, headers, principal }: Caller,
  { _meta }: Args,
  redact: (text: string) => string,
): Args {
  // A secret that is cut first would not be recognized.
  const toClaim = (value: unknown) =>
    typeof value === "string"
      ? toShortText(redact(value.slice(0, MAX_CLAIM_LENGTH)))
      : undefined;
  const metadata = Object(_meta) as Args;
  const information = Object(
    getOwn(metadata, "io.modelcontextprotocol/clientInfo") ?? client,
  ) as Args;
  const { name, version } = information;
  const claimed = {
    name: toClaim(name),
    version: toClaim(version),
    userAgent: toClaim(headers["user-agent"]),
  };
  return {
    trace: readTraceId(
      getOwn(metadata, "traceparent") ?? headers["traceparent"],
    ),
    ...(principal && describePrincipal(principal)),
    // Clients choose these strings themselves.
    ...(Object.values(claimed).some(Boolean) && { claimedClient: claimed }),
  };
}

const toShortText = (value: unknown) =>
  typeof value === "string" ? truncateText(value, MAX_TEXT_BYTES) : undefined;

/** Reads the trace id of a `traceparent`. https://www.w3.org/TR/trace-context/#traceparent-header */
function readTraceId(value: unknown): string | undefined {
  const text = typeof value === "string" ? value.slice(0, 64) : "";
  return /^[\da-f]{2}-([\da-f]{32})-/.exec(text)?.[1];
}

/** Describes a principal by the parts of its id: `["https://issuer", "sub", "ann"]`, or `["MCP_TOKENS", "ann"]`. */
function describePrincipal({
  id,
  isClient = false,
  name,
}: NonNullable<Caller["principal"]>): Args {
  const [issuer, ...parts] = parseParts(id);
  const subject = toShortText(name ?? parts.at(-1) ?? id);
  return {
    issuer: toShortText(issuer),
    // A token without a user is a client's.
    ...(isClient ? { clientId: subject } : { subject }),
  };
}

function parseParts(id: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(id);
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}

/**
 * Describes the arguments of a call: a digest of each one, and the values at the listed pointers. Names that the
 * component does not declare are a caller's free text, and only counted. Returns shorter forms as well, for lines that
 * would be too long.
 */
export function describeArguments(
  entry: RegisteredComponent,
  args: Args,
  options: {
    readonly digest: Digest;
    readonly pointers: readonly string[];
    readonly redact: (text: string) => string;
  },
): readonly Args[] {
  const declaredNames = new Set(
    propertiesOf(entry.inputSchema()).map(([name]) => name),
  );
  declaredNames.add("confirm");
  const names = Object.keys(args).filter((name) => declaredNames.has(name));
  const digestNames = (selected: readonly string[]) =>
    Object.fromEntries(
      selected.map((name) => [
        truncateText(name, MAX_NAME_BYTES),
        options.digest(args[name]),
      ]),
    );
  const unknownCount = Object.keys(args).length - names.length;
  const counts = unknownCount > 0 ? { unknownArguments: unknownCount } : {};
  const values = options.pointers.flatMap((pointer) => {
    const value = readPointer(args, pointer);
    if (value === undefined) return [];
    const text = options.redact(
      typeof value === "string" ? value : toSortedJson(value),
    );
    const shortText = truncateText(text, MAX_VALUE_BYTES);
    const isWhole = typeof value !== "string" && shortText === text;
    return [[pointer, isWhole && !hasStrings(value) ? value : shortText]];
  });
  const complete = {
    arguments: digestNames(names),
    ...(values.length > 0 && {
      values: Object.fromEntries(values) as Args,
    }),
    ...counts,
  };
  const shortened = {
    arguments: digestNames(names.slice(0, MAX_NAMES)),
    ...counts,
    shortened: names.length,
  };
  return [complete, shortened, { ...counts, shortened: names.length }];
}

/** True for a value that is not a number, boolean or null: its strings are shown after redaction only. */
const hasStrings = (value: unknown) =>
  typeof value === "object" && value !== null;

/** Reads the value at a JSON Pointer; undefined if there is none. https://www.rfc-editor.org/rfc/rfc6901 */
function readPointer(args: Args, pointer: string): unknown {
  const keys = pointer
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  return keys.reduce<unknown>(
    (value, key) =>
      typeof value === "object" && value !== null
        ? getOwn(value as Args, key)
        : undefined,
    args,
  );
}

import { readFile, stat } from "node:fs/promises";
import { codeOf, type Problem } from "../errors.js";
import { percentDecoded } from "../json.js";
import { type Place, withoutLogin } from "./place.js";

/** Larger documents are refused: the largest public ones have about 20 MB. */
const MAX_BYTES = 256 * 1024 * 1024;
/** Milliseconds until a server must have sent the whole document. */
const FETCH_TIMEOUT = 60_000;

type Reason = Required<Pick<Problem, "code" | "message" | "hint">>;

/** Why something can't be read, in words, with a remedy. */
export class ReadError extends Error {
  readonly reason: Reason;

  constructor(reason: Reason, options?: ErrorOptions) {
    super(reason.message, options);
    this.reason = reason;
  }
}

/** Reads a file or URL as text: UTF-8, or UTF-16 where a byte order mark says so. Its place is where redirects led. Throws `ReadError`. */
export async function readPlace(
  place: Place & { kind: "file" | "url" },
  maxBytes: number = MAX_BYTES,
): Promise<{ text: string; bytes: Buffer; place: Place }> {
  const read =
    place.kind === "file"
      ? { bytes: await readBytes(place.path, maxBytes), place }
      : await fetchBytes(place.url, maxBytes);
  return { ...read, text: decode(read.bytes) };
}

/** Text of a document's bytes, without a byte order mark. */
function decode(bytes: Buffer): string {
  const [first, second] = bytes;
  if (first === 0xfe && second === 0xff)
    return new TextDecoder("utf-16be").decode(bytes);
  const isUtf16 = first === 0xff && second === 0xfe;
  // Four times as fast as a TextDecoder.
  return bytes.toString(isUtf16 ? "utf16le" : "utf8").replace(/^\uFEFF/, "");
}

async function readBytes(path: string, maxBytes: number): Promise<Buffer> {
  try {
    const { size } = await stat(path);
    if (size > maxBytes) throw tooLarge(maxBytes);
    return await readFile(path);
  } catch (error) {
    if (error instanceof ReadError) throw error;
    throw readFailure(error);
  }
}

function readFailure(cause: unknown): ReadError {
  const code = codeOf(cause);
  const unreadable = {
    code: "unreadable",
    message: `The file can't be read${code === "" ? "" : ` (${code})`}.`,
    hint: "Check that you may read it.",
  };
  return new ReadError(FAILURES.get(code) ?? unreadable, { cause });
}

const NO_FILE = {
  code: "no-such-file",
  message: "There is no such file.",
  hint: "Check the path: of a flag, it is taken from the folder that the command runs in; of a config or toolwright.options.json, from there. A URL begins with http:// or https://.",
};
const FOLDER = {
  code: "is-a-folder",
  message: "This is a folder.",
  hint: "Name the document itself, for example openapi.yaml in it.",
};

/** By the code of the file system. */
const FAILURES: ReadonlyMap<string, Reason> = new Map([
  ...["ENOENT", "ENOTDIR"].map((code) => [code, NO_FILE] as const),
  ["EISDIR", FOLDER],
]);

async function fetchBytes(url: URL, maxBytes: number) {
  try {
    const response = await fetch(withoutLogin(url), {
      signal: AbortSignal.timeout(FETCH_TIMEOUT),
      headers: {
        accept: "application/json, application/yaml, text/yaml, */*;q=0.5",
        ...login(url),
      },
    });
    if (!response.ok) throw badStatus(response.status);
    const last = new URL(response.url);
    const { origin, password, username } = url;
    // Relative addresses start there: https://www.rfc-editor.org/rfc/rfc3986#section-5.1.3
    const found = last.origin === origin ? { username, password } : {};
    const place: Place = { kind: "url", url: Object.assign(last, found) };
    return { bytes: await bytesOf(response, maxBytes), place };
  } catch (error) {
    if (error instanceof ReadError) throw error;
    throw fetchFailure(error);
  }
}

/** Only for its own host: `fetch` sends it along no redirect that leaves it. https://www.rfc-editor.org/rfc/rfc7617 */
function login({ username, password }: URL): Record<string, string> {
  if (username + password === "") return {};
  const pair = percentDecoded(`${username}:${password}`);
  const basic = Buffer.from(pair).toString("base64");
  return { authorization: `Basic ${basic}` };
}

async function bytesOf(response: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // fetch's body yields Uint8Array; its type leaves that open.
  for await (const chunk of (response.body ??
    []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function badStatus(status: number): ReadError {
  return new ReadError({
    code: "fetch-failed",
    message: `The server answered ${status}.`,
    hint:
      status === 401 || status === 403
        ? "Documents behind a login can be saved to a file first."
        : "Open the address in a browser to check it.",
  });
}

function fetchFailure(cause: unknown): ReadError {
  const timedOut = cause instanceof Error && cause.name === "TimeoutError";
  const reason =
    cause instanceof Error && cause.cause instanceof Error
      ? ` (${cause.cause.message})`
      : "";
  return new ReadError(
    {
      code: timedOut ? "fetch-timeout" : "fetch-failed",
      message: timedOut
        ? `The server did not send the document within ${FETCH_TIMEOUT / 1000} seconds.`
        : `The server can't be reached${reason}.`,
      hint: "Check the address and your connection, or save the document to a file.",
    },
    { cause },
  );
}

function tooLarge(maxBytes: number): ReadError {
  return new ReadError({
    code: "too-large",
    message: `The document is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB.`,
    hint: "Split it, or remove what is not needed.",
  });
}

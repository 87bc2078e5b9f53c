import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Answer } from "./answers.js";

/** A request as it arrived. */
export interface SentRequest {
  readonly method: string;
  /** The request target, raw. */
  readonly target: string;
  /** Names and values as received, in that order. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The client showed one. */
  readonly certificate?: true;
  /** Text, or bytes in base64. */
  readonly body?: string | { readonly base64: string };
}

/** Decides what a request gets as its response; the connection breaks if it gives nothing. */
export type Answerer = (request: SentRequest) => Answer | undefined;

/** An API on this machine that keeps what it is sent. */
export interface Upstream {
  readonly port: number;
  /** From now on. */
  answerWith(answerer: Answerer): void;
  /** Requests since the last time that this was asked. */
  take(): SentRequest[];
  close(): void;
}

/** Listens on a free port of the loopback. */
export async function startUpstream(): Promise<Upstream> {
  let seen: SentRequest[] = [];
  let answerer: Answerer = () => undefined;
  const server = createServer((message, response) => {
    void readRequest(message).then((request) => {
      seen.push(request);
      answer(response, answerer(request));
    });
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (error.code !== "ECONNRESET")
      seen.push({ method: "?", target: error.code ?? "", headers: [] });
    socket.destroy();
  });
  server.keepAliveTimeout = 600_000; // no race between a call and the end of an idle connection
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port, // it listens on TCP
    answerWith: (next) => void (answerer = next),
    take() {
      const taken = seen;
      seen = [];
      return taken;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function readRequest(message: IncomingMessage): Promise<SentRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer); // without an encoding, chunks are bytes
  const raw = message.rawHeaders;
  const headers = Array.from({ length: raw.length / 2 }, (_, index) => {
    const [name = "", value = ""] = raw.slice(index * 2, index * 2 + 2);
    return [name, value] as const;
  });
  return {
    method: message.method ?? "",
    target: message.url ?? "",
    ...(message.socket.remoteAddress === "127.0.0.2" && { certificate: true }), // see redirect.ts
    ...withoutBoundary(headers, Buffer.concat(chunks)),
  };
}

/** Boundaries of multipart bodies are random: all are called `boundary` here. */
function withoutBoundary(
  headers: SentRequest["headers"],
  bytes: Buffer,
): Pick<SentRequest, "headers" | "body"> {
  const type = headers.find(([name]) => /^content-type$/i.test(name))?.[1];
  const boundary = /^multipart\/.*boundary="?([^";]+)/i.exec(type ?? "")?.[1];
  if (boundary === undefined) return { headers, ...bodyOf(bytes) };
  const plain = (text: string) => text.replaceAll(boundary, "boundary");
  const body = Buffer.from(plain(bytes.toString("latin1")), "latin1");
  return {
    headers: headers.map(([name, value]) => [
      name,
      /^content-length$/i.test(name) ? String(body.length) : plain(value),
    ]),
    ...bodyOf(body),
  };
}

function bodyOf(bytes: Buffer): Pick<SentRequest, "body"> {
  if (bytes.length === 0) return {};
  const text = bytes.toString("utf8");
  const isText = Buffer.from(text).equals(bytes);
  return { body: isText ? text : { base64: bytes.toString("base64") } };
}

function answer(response: ServerResponse, given: Answer | undefined): void {
  if (given === undefined) {
    response.destroy();
    return;
  }
  response.sendDate = false;
  response.writeHead(given.status, { ...given.headers });
  response.end(given.body);
}

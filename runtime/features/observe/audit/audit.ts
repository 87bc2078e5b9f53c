import { randomUUID } from "node:crypto";
import { clientFor, GuardError, UpstreamError } from "../../../index.js";
import type {
  Args,
  Caller,
  Component,
  Context,
  Feature,
  McpService,
  MethodHandler,
  RegisteredComponent,
} from "../../../index.js";
import { createRedactor } from "../redact.js";
import { deriveKey, stateKeysOf } from "../../state/state-key.js";
import { createAccountRecord } from "./accounts.js";
import { createConsentRecord } from "./consents.js";
import { createDigest, describeArguments, describeCaller } from "./fields.js";
import type { Digest } from "./fields.js";
import {
  createTrailWriter,
  createUnrecordedError,
  openTrail,
} from "./trail.js";

export interface AuditOptions {
  /** JSON Pointers of the arguments whose values are written to the trail: `/petId`, `/owner/id`. Default: none. */
  readonly arguments?: readonly string[];
  /** Refuses calls that are neither GET nor HEAD if their attempt can't be written. Default: false. */
  readonly required?: boolean;
}

/** Methods that reach a component. */
const METHODS: Readonly<Record<string, string>> = {
  "tools/call": "tool",
  "resources/read": "resource",
  "prompts/get": "prompt",
};

/** Key of the record of one message, in its caller. */
const RECORD = Symbol("record");

/** A caller whose call is recorded. */
interface RecordedCaller extends Caller {
  readonly [RECORD]?: CallRecord;
}

const recordOf = (caller: Caller) => (caller as RecordedCaller)[RECORD]; // set by `recordHandler`

/**
 * Writes two lines for each call that reaches a component: `attempt` before anything is sent, and `result` before the
 * response is returned. `MCP_AUDIT` names a file, or `stderr`, which is the default.
 */
export function audit({
  arguments: pointers = [],
  required = false,
}: AuditOptions = {}): Feature {
  return {
    name: "audit",
    stage: "record",
    hooks: () => ({
      guard: (entry, caller) => recordOf(caller)?.reach(entry),
      before: ({ args, caller, entry }) => recordOf(caller)?.allow(entry, args),
      context: (base, { caller }) =>
        recordOf(caller)?.watchResponses(base) ?? base,
      consent: (outcome, { caller }) => recordOf(caller)?.noteConsent(outcome),
    }),
    methods(service) {
      const { context } = service;
      const keys = stateKeysOf(context);
      const target = context.env["MCP_AUDIT"]?.trim() || "stderr";
      const trail = openTrail(target, context.log);
      context.lifecycles.add(trail);
      const recorder: Recorder = {
        service,
        pointers,
        required,
        write: createTrailWriter(trail, context),
        createDigest: () => createDigest(deriveKey(keys.list()[0], "audit")),
      };
      return Object.fromEntries(
        Object.entries(service.handlers)
          .filter(([method]) => Object.hasOwn(METHODS, method))
          .map(([method, handler]) => [
            method,
            recordHandler(method, handler, recorder),
          ]),
      );
    },
  };
}

interface Recorder {
  readonly service: McpService;
  readonly pointers: readonly string[];
  readonly required: boolean;
  readonly write: ReturnType<typeof createTrailWriter>;
  readonly createDigest: () => Digest;
}

function recordHandler(
  method: string,
  handler: MethodHandler,
  recorder: Recorder,
): MethodHandler {
  const { entries } = recorder.service;
  const tools = new Map(
    entries
      .filter(({ component }) => component.kind === "tool")
      .map((entry) => [entry.component.name, entry]),
  );
  return async (params, caller) => {
    const tool = method === "tools/call" && tools.get(String(params["name"]));
    const record = createRecord(method, params, caller, recorder);
    if (tool) record.reach(tool);
    try {
      const recordedCaller: RecordedCaller = {
        ...caller,
        [RECORD]: record,
        ...(caller.elicit && { elicit: record.wrapQuestion(caller.elicit) }),
        ...(caller.showPage && {
          showPage: record.wrapQuestion(caller.showPage),
        }),
      };
      const result = await handler(params, recordedCaller);
      record.end(result);
      return result;
    } catch (error) {
      record.end(error);
      throw error;
    }
  };
}

type CallRecord = ReturnType<typeof createRecord>;

/** Creates the record of one call, which is written as the call proceeds. */
function createRecord(
  method: string,
  params: Args,
  caller: Caller,
  { createDigest, pointers, required, service, write }: Recorder,
) {
  const id = randomUUID();
  const startTime = performance.now();
  const digest = createDigest();
  const consents = createConsentRecord(digest);
  const accounts = createAccountRecord(service, caller);
  const redactToken = createRedactor(() => listTokens(caller));
  let entry: RegisteredComponent | undefined;
  let isUnrecorded = false;
  let attempt: "none" | "written" | "unwritten" = "none";
  let status: number | undefined;
  function writeAttempt(args: Args, decision: Args): boolean {
    if (!entry) return false;
    const { component, source } = entry;
    const client = clientFor(source, caller);
    const redact = (text: string) => client.redact(redactToken(text));
    const head = {
      time: new Date().toISOString(),
      event: "attempt",
      id,
      ...describeCaller(caller, params, redact),
      [METHODS[method] ?? "component"]: component.name,
      ...(component.request !== "custom" && {
        request: component.request.slice(0, 500),
      }),
      account: accounts.find(entry, component),
      ...decision,
      ...consents.take(),
    };
    const options = { digest, pointers, redact };
    const lines = describeArguments(entry, args, options).map((fields) =>
      redactTexts({ ...head, ...fields }, redact),
    );
    const isWritten = write(lines, caller.log);
    attempt = isWritten ? "written" : "unwritten";
    return isWritten;
  }

  const isUnsafe = ({ request }: Component) => !/^(GET|HEAD) /.test(request);

  /** Notes the status of each response, and sends nothing that changes something without a record. */
  function watchResponses(base: Context): Context {
    const note = <Response extends { readonly status: number }>(
      response: Response,
    ) => {
      ({ status } = response);
      return response;
    };
    const noteError = (error: unknown): never => {
      if (error instanceof UpstreamError) ({ status } = error);
      throw error;
    };
    return {
      ...base,
      send(args) {
        if (entry) accounts.note(entry, entry.component);
        return base.send(args).then(note, noteError);
      },
      async call(component, args) {
        if (required && attempt !== "written" && isUnsafe(component))
          throw createUnrecordedError();
        if (entry) accounts.note(entry, component);
        return base.call(component, args).then(note, noteError);
      },
    };
  }

  /** Tells why a call was refused before its handler ran. */
  function describeRefusal(result: unknown): Args {
    if (consents.isPending()) return { decision: "asked" };
    const reasons = [
      [result instanceof GuardError, "scope"],
      [consents.isRefused(), "consent"],
      [caller.signal.aborted, "cancelled"],
    ] as const;
    const [, reason] = reasons.find(([isReason]) => isReason) ?? [];
    return { decision: "refused", reason: reason ?? "arguments" };
  }

  function describeOutcome(
    result: unknown,
    refusal: Args | undefined,
  ): unknown {
    if (refusal) return refusal["decision"];
    if (isUnrecorded) return "refused";
    if (consents.isPending()) return "asked";
    if (caller.signal.aborted) return "cancelled";
    return result instanceof Error || isErrorResult(result) ? "error" : "ok";
  }

  return {
    reach: (reachedEntry: RegisteredComponent) => void (entry = reachedEntry),
    /** Writes the attempt of a call whose arguments are valid. Throws if it must not happen without a record. */
    allow(reachedEntry: RegisteredComponent, args: Args): void {
      entry = reachedEntry;
      const isWritten = writeAttempt(args, { decision: "allowed" });
      isUnrecorded = !isWritten && required && isUnsafe(reachedEntry.component);
      if (isUnrecorded) throw createUnrecordedError();
    },
    noteConsent: (outcome: string) => consents.note(outcome),
    wrapQuestion: consents.wrap,
    watchResponses,
    end(result: unknown): void {
      if (result instanceof GuardError) ({ entry } = result);
      if (!entry) return;
      const refusal = attempt === "none" ? describeRefusal(result) : undefined;
      if (refusal) {
        const args = Object(params["arguments"]) as Args;
        writeAttempt(args, refusal);
      }
      const answer = result instanceof Error ? result.message : result;
      const json = JSON.stringify(answer);
      write(
        [
          {
            time: new Date().toISOString(),
            event: "result",
            id,
            outcome: describeOutcome(result, refusal),
            status,
            account: accounts.read(),
            ms: Math.round(performance.now() - startTime),
            bytes: Buffer.byteLength(json),
            digest: digest.ofText(json),
            ...consents.take(),
          },
        ],
        caller.log,
      );
    },
  };
}

/** Lists the caller's token for this server, verified or not. */
function listTokens({ headers, principal }: Caller): readonly string[] {
  const [, token = ""] = /\s(\S+)$/.exec(headers["authorization"] ?? "") ?? [];
  return [token, ...(principal?.secrets?.() ?? [])];
}

function isErrorResult(result: unknown): boolean {
  return (Object(result) as { isError?: unknown }).isError === true;
}

/** Removes secrets from each text of a line. */
function redactTexts(line: Args, redact: (text: string) => string): Args {
  return JSON.parse(
    JSON.stringify(line, (_name, part: unknown) =>
      typeof part === "string" ? redact(part) : part,
    ),
  ) as Args; // redaction maps strings to strings
}

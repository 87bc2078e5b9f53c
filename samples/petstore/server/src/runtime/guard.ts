// Runtime of this MCP server, written by toolwright. You may edit this file: regeneration merges your edits.
import type {
  CallHooks,
  Caller,
  MethodHandler,
  MethodHandlers,
  RegisteredComponent,
} from "./call.js";
import { ProtocolError } from "./errors.js";
import type { McpService } from "./feature.js";

/** Refusal of a component by a guard. */
export class GuardError extends ProtocolError {
  readonly entry: RegisteredComponent;
  constructor(
    { code, data, message }: ProtocolError,
    entry: RegisteredComponent,
  ) {
    super(code, message, data);
    this.entry = entry;
  }
}

/** Joins guards, which are asked from the first to the last. */
export function joinGuards(
  guards: readonly NonNullable<CallHooks["guard"]>[],
): NonNullable<CallHooks["guard"]> {
  return (entry, caller) => {
    try {
      for (const guard of guards) guard(entry, caller);
    } catch (error) {
      throw error instanceof ProtocolError
        ? new GuardError(error, entry)
        : error;
    }
  };
}

/** Finds the component that a message of a method addresses. */
export interface EntryFinder {
  readonly method: string;
  readonly findEntry: NonNullable<MethodHandler["findEntry"]>;
}

/** Member of a method's result that holds its list. */
const LIST_KEYS: Readonly<Record<string, string>> = {
  "tools/list": "tools",
  "resources/list": "resources",
  "resources/templates/list": "resourceTemplates",
  "prompts/list": "prompts",
};

/** A component as a listing describes it. */
interface ListedComponent {
  readonly name: string;
  readonly uri?: string;
  readonly uriTemplate?: string;
}

/** Asks the guards before a message reaches its component, and takes what a caller may not use out of lists. */
export function guardHandlers(
  service: McpService,
  handlers: MethodHandlers,
  finders: readonly EntryFinder[],
): MethodHandlers {
  const { guard } = service.hooks;
  if (!guard) return handlers;
  return mapHandlers(handlers, (method, handler) => {
    const assertAllowed = createAssertion(guard, method, finders);
    const filterList = createListFilter(service, method);
    return async (params, caller) => {
      assertAllowed(params, caller);
      return filterList(await handler(params, caller), caller);
    };
  });
}

/** Does so with the results of the outermost handlers, so that no feature responds in the place of a refusal. */
export function guardResults(
  service: McpService,
  handlers: MethodHandlers,
  finders: readonly EntryFinder[],
): MethodHandlers {
  const { guard } = service.hooks;
  if (!guard) return handlers;
  return mapHandlers(handlers, (method, handler) => {
    const assertAllowed = createAssertion(guard, method, finders);
    const filterList = createListFilter(service, method);
    return async (params, caller) => {
      const result = await handler(params, caller);
      assertAllowed(params, caller);
      return filterList(result, caller);
    };
  });
}

const mapHandlers = (
  handlers: MethodHandlers,
  wrap: (method: string, handler: MethodHandler) => MethodHandler,
): MethodHandlers =>
  Object.fromEntries(
    Object.entries(handlers).map(([method, handler]) => [
      method,
      wrap(method, handler),
    ]),
  );

/** Creates a function that throws a `GuardError` if a caller may not use the component that a message addresses. */
function createAssertion(
  guard: NonNullable<CallHooks["guard"]>,
  method: string,
  finders: readonly EntryFinder[],
) {
  const methodFinders = finders.filter((finder) => finder.method === method);
  return (...[params, caller]: Parameters<MethodHandler>): void => {
    for (const { findEntry } of methodFinders) {
      const entry = findEntry(params);
      if (entry) guard(entry, caller);
    }
  };
}

/** Creates a function that takes components which a caller may not use out of the list of a method. */
function createListFilter(service: McpService, method: string) {
  const listKey = LIST_KEYS[method];
  if (listKey === undefined) return (result: object) => result;
  const entriesByKey = new Map(
    service.entries.map((entry) => [toEntryKey(entry), entry]),
  );
  return (result: object, caller: Caller): object => {
    const { [listKey]: items = [] } = result as Record<
      string,
      readonly ListedComponent[]
    >; // shape of the protocol's lists
    const allowedItems = items.filter(({ name, uri, uriTemplate }) => {
      const key = `${listKey} ${uri ?? uriTemplate ?? name}`;
      const entry = entriesByKey.get(key);
      return !entry || mayUse(service, entry, caller);
    });
    return { ...result, [listKey]: allowedItems };
  };
}

/** True if the guards let a caller use a component. */
export function mayUse(
  { hooks }: Pick<McpService, "hooks">,
  entry: RegisteredComponent,
  caller: Caller,
): boolean {
  try {
    hooks.guard?.(entry, caller);
    return true;
  } catch (error) {
    if (error instanceof GuardError) return false;
    throw error;
  }
}

/** Returns the list of a component and its name, URI or template there. */
function toEntryKey({ component }: RegisteredComponent): string {
  const { kind, name, uri, uriTemplate } = component as typeof component &
    Partial<ListedComponent>; // resources have an address
  switch (kind) {
    case "tool":
      return `tools ${name}`;
    case "prompt":
      return `prompts ${name}`;
    case "resource":
      return `resources ${uri ?? name}`;
    case "template":
      return `resourceTemplates ${uriTemplate ?? name}`;
  }
}

type RequestId = string | number;

const fieldsOf = (value: unknown) =>
  Object(value) as Readonly<Record<string, unknown>>;

const idsOf = (id: unknown): RequestId[] =>
  typeof id === "string" || typeof id === "number" ? [id] : [];

/** Ids of the requests of one message, or of a batch. */
export function requestsIn(messages: unknown): RequestId[] {
  const all = [messages].flat().map(fieldsOf);
  return all.flatMap(({ id, method }) =>
    method === undefined ? [] : idsOf(id),
  );
}

/** Ids of the requests that these messages cancel. */
export function cancelledBy(messages: unknown): RequestId[] {
  const all = [messages].flat().map(fieldsOf);
  return all
    .filter(({ method }) => method === "notifications/cancelled")
    .flatMap(({ params }) => idsOf(fieldsOf(params)["requestId"]));
}

import { clientPathOf, type SourceName } from "../config/source-name.js";
import type { Finding } from "../errors.js";
import { operationKey } from "../model.js";
import { mediaType } from "../schema/media.js";
import type { PlannedComponent } from "./component.js";

/** Media types of a token that is signed or encrypted: https://www.rfc-editor.org/rfc/rfc7519#section-10.3.1 */
const SIGNED = /^application\/(?:jwt|jose|.*\+jwt)$/;

/** Note on operations that take a signed token, which the server can't sign. Empty if there are none. */
export function reportSignedBodies(
  components: readonly Pick<PlannedComponent, "body" | "operation">[],
  source: SourceName,
): Finding[] {
  const operations = components
    .filter(({ body }) => SIGNED.test(mediaType(body?.media.contentType ?? "")))
    .map(({ operation }) => operation);
  const [firstOperation] = operations;
  if (firstOperation === undefined) return [];
  const count = operations.length;
  const subject =
    count === 1 ? "1 operation takes" : `${count} operations take`;
  return [
    {
      severity: "note",
      code: "signed-body",
      message: `${subject} a signed token as the body, ${operationKey(firstOperation)} for one; the server sends it unsigned.`,
      hint: `Sign it in ${clientPathOf(source)}.`,
    },
  ];
}

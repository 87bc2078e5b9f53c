/**
 * Parts of the runtime that generator and emitted servers must agree on: schemas and their checks, media types, body
 * writers, listings, names of pages. The generator takes them from here alone.
 */
export {
  toRegisteredComponent,
  type ApiDefinition,
  type RegisteredApi,
  type RegisteredComponent,
  type ResponseFields,
} from "../runtime/call.js";
export {
  createHttpClient,
  type BodyWriter,
  type Client,
  type ClientOptions,
} from "../runtime/client.js";
export type { ServerContext } from "../runtime/context.js";
export type { Feature, Listing, Stage } from "../runtime/feature.js";
export { binary } from "../runtime/features/bodies/binary.js";
export type { FileOptions } from "../runtime/features/bodies/file-part.js";
export { bodyFields } from "../runtime/features/bodies/flat-bodies.js";
export { form } from "../runtime/features/bodies/form.js";
export { jsonLines } from "../runtime/features/bodies/json-lines.js";
export { jsonStrings } from "../runtime/features/bodies/json-strings.js";
export { longIntegers } from "../runtime/features/bodies/long-integers.js";
export { multipart } from "../runtime/features/bodies/multipart.js";
export { bodySchema } from "../runtime/features/checks/body.js";
export { checks, validateDeep } from "../runtime/features/checks/checks.js";
export { isCheap, isRegExp } from "../runtime/features/checks/pattern.js";
export { prompts } from "../runtime/features/components/prompts/prompts.js";
export { resources } from "../runtime/features/components/resources.js";
export { parseFrontmatter } from "../runtime/features/components/skills/frontmatter.js";
export { confirm } from "../runtime/features/consent/confirm.js";
export { elicitConsent } from "../runtime/features/consent/elicit.js";
export { omitPaths } from "../runtime/features/files/list-without-paths.js";
export {
  SAMPLE_FILE,
  SAMPLE_FILE_URL,
} from "../runtime/features/files/sample-file.js";
export {
  inlineSchemas,
  mapSubschemas,
} from "../runtime/features/listing/inline-schemas.js";
export { addDefinitions, refs } from "../runtime/features/listing/refs.js";
export { createCatalog } from "../runtime/features/listing/search/catalog.js";
export { groupNames } from "../runtime/features/listing/search/groups.js";
export { OPERATIONS } from "../runtime/features/listing/search/operations.js";
export {
  outlineSchema,
  truncateSchema,
  truncateSchemas,
} from "../runtime/features/listing/truncate-schema.js";
export {
  declaredSchema,
  structuredOutput,
  toStructured,
} from "../runtime/features/responses/output-schemas.js";
export {
  NEXT_PAGE_FIELD,
  PAGE_ARGUMENTS,
  isPaginationName,
  looseKey,
} from "../runtime/features/responses/shorten-responses/pagination-names.js";
export {
  pick as pickSelection,
  pickFields,
} from "../runtime/features/responses/pick-fields.js";
export {
  parseFieldPaths,
  type FieldSelection,
} from "../runtime/features/responses/shorten-responses/field-paths.js";
export { shortenResponses } from "../runtime/features/responses/shorten-responses/shorten-responses.js";
export { strip } from "../runtime/features/responses/strip.js";
export {
  INVISIBLE,
  escapeInvisible,
  escapeUnits,
} from "../runtime/features/text/escape-invisible.js";
export type {
  Mock,
  MockedOperation,
} from "../runtime/features/transport/mock.js";
export {
  parseBody,
  recordRequest,
} from "../runtime/features/transport/record-request.js";
export { variables } from "../runtime/features/transport/variables.js";
export type { Caller, McpService } from "../runtime/index.js";
export { invoke } from "../runtime/invoke.js";
export {
  collectAllOf,
  getOwn,
  isSchema,
  lazy,
  propertiesOf,
  requiredOf,
  resolveArguments,
  resolveRef,
  schemasIn,
  toInputSchema,
  typesOf,
  type ResolvedArgument,
} from "../runtime/json-schema.js";
export {
  isTextType,
  mediaKind,
  mediaType,
  type MediaKind,
} from "../runtime/media.js";
export { RESERVED_HEADER } from "../runtime/request.js";
export { createService, dispatch } from "../runtime/server.js";
export { dedent } from "../runtime/tools.js";
export type {
  ApiResponse,
  Args,
  Argument,
  Component,
  HttpRequest,
  JsonSchema,
  PartEncoding,
  Schemas,
  ToolDefinition,
} from "../runtime/types.js";
export { typeOf } from "../runtime/validate-arguments.js";

import { getMember, readText } from "../shared/json.js";
import {
  childrenOf,
  itemsOf,
  tryFollow,
  tryFollowChild,
  type RefResolver,
} from "./schema/refs.js";

/**
 * True if a document shows that springdoc, springfox or Swagger Core made it of Java. They write `type: object` for a
 * value of the class Object, which may be of any type.
 * https://github.com/springdoc/springdoc-openapi/blob/main/springdoc-openapi-starter-common/src/main/java/org/springdoc/core/utils/Constants.java
 */
export function isMadeOfJava(
  refs: RefResolver,
  url: string | undefined,
): boolean {
  const { root } = refs;
  const servers = itemsOf(tryFollowChild(root, "servers", refs));
  const paths = childrenOf(tryFollowChild(root, "paths", refs));
  const operations = paths.flatMap(([, pathItem]) =>
    childrenOf(tryFollow(pathItem, refs)),
  );
  const tags = [
    ...itemsOf(tryFollowChild(root, "tags", refs)).map(({ value }) =>
      getMember(value, "name"),
    ),
    ...operations.flatMap(([, operation]) =>
      itemsOf(tryFollowChild(operation, "tags", refs)).map(
        ({ value }) => value,
      ),
    ),
  ];
  return (
    API_DOCS.test(url ?? "") ||
    servers.some(
      ({ value }) =>
        readText(getMember(value, "description")) === "Generated server url",
    ) ||
    paths.some(([path]) => API_DOCS.test(path) || CONTROLLER.test(path)) ||
    tags.some((tag) => CONTROLLER.test(readText(tag))) ||
    operations.some(([, { value }]) =>
      SPRINGFOX_ID.test(readText(getMember(value, "operationId"))),
    )
  );
}

/** Address at which springdoc and springfox serve documents. */
const API_DOCS = /\/v[23]\/api-docs(?![\w-])/;
const CONTROLLER = /\w-controller(?![\w-])/;
/** OperationId of springfox: method name, HTTP method, and a number if several have both. */
const SPRINGFOX_ID =
  /Using(?:DELETE|GET|HEAD|OPTIONS|PATCH|POST|PUT)(?:_\d+)?$/;

import { gather } from "../json.js";
import { operationKey } from "../model.js";
import type { PlannedComponent } from "../plan/component.js";
import { byKey } from "../text.js";
import { comment } from "./comment.js";
import { tagsOf } from "./files.js";
import type { PlannedApi } from "./planned.js";

/** So many rows can be read. More are folded, by tag. */
const MANY = 50;

const KINDS = {
  tool: { heading: "Tools", column: "Tool" },
  resource: { heading: "Resources", column: "URI" },
  template: { heading: "Resource templates", column: "URI" },
};

/** What a README lists of all components, by kind, as Markdown: what each is called, what it does, and its request. */
export function contentsOf(apis: readonly PlannedApi[]) {
  const all = apis.flatMap(({ plan }) => plan.components);
  return Object.entries(KINDS).flatMap(([kind, words]) => {
    const own = all.filter((one) => one.kind === kind);
    const isFolded = own.length > MANY;
    const byTag = gather(
      own.map((one) => [isFolded ? (tagsOf(one)[0] ?? "Others") : "", one]),
    );
    const groups = [...byTag].sort(byKey).map(([tag, members]) => ({
      // What is seen while its rows are folded; null: they are not.
      summary: isFolded ? `${markdown(tag)} (${members.length})` : null,
      // Of a table: nothing is aligned, so that one more changes no other.
      rows: members.map(rowOf),
    }));
    return groups.length === 0 ? [] : [{ ...words, groups }];
  });
}

function rowOf(component: PlannedComponent): string {
  const { name, operation, title, uri, uriTemplate } = component;
  const request = operationKey(operation);
  const called = uri ?? uriTemplate ?? name;
  return `| ${code(called)} | ${markdown(title)} | ${code(request)} |`;
}

/** Text of a document that is neither a link, nor HTML, nor the end of its cell. */
function markdown(text: string): string {
  return comment(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replace(/[\\`|[\]]/g, "\\$&");
}

function code(text: string): string {
  return `\`${comment(text).replaceAll("`", "'").replaceAll("|", "\\|")}\``;
}

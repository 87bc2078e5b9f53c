import type {
  Component,
  Definition,
  OperationTypes,
  Tool,
} from "../../index.js";

export interface ResourceDefinition<
  Operation extends OperationTypes = OperationTypes,
> extends Definition<Operation> {
  /** `resource://pets` */
  readonly uri: string;
  /** The same with its optional arguments, readable but not listed: `resource://pets{?kind,limit}` */
  readonly uriTemplate?: string;
  readonly mimeType?: string;
}

export interface ResourceTemplateDefinition<
  Operation extends OperationTypes = OperationTypes,
> extends Definition<Operation> {
  /** RFC 6570 with simple and query expressions only: `pets://{petId}{?fields,limit}` */
  readonly uriTemplate: string;
  readonly mimeType?: string;
}

export interface Resource extends ResourceDefinition, Component {
  readonly kind: "resource";
  handler: Component["handler"];
}

export interface ResourceTemplate
  extends ResourceTemplateDefinition, Component {
  readonly kind: "template";
  handler: Component["handler"];
}

/** What a component says besides what the tool of its operation says, whose words and handler it has. */
type OfTool<Whole extends object> = Partial<
  Omit<Definition<OperationTypes>, "handler">
> &
  Omit<Whole, keyof Definition<OperationTypes>> & { readonly of: Tool };

/** A resource: something that can be read at one URI. */
export function defineResource<
  Operation extends OperationTypes = OperationTypes,
>(definition: ResourceDefinition<Operation>): Resource;
export function defineResource(
  definition: OfTool<ResourceDefinition>,
): Resource;
export function defineResource(definition: object): Resource {
  return { ...whole(definition), kind: "resource" } as Resource; // what `OfTool` leaves out, the tool has
}

/** A resource template: what can be read at every URI of one shape. */
export function defineTemplate<
  Operation extends OperationTypes = OperationTypes,
>(definition: ResourceTemplateDefinition<Operation>): ResourceTemplate;
export function defineTemplate(
  definition: OfTool<ResourceTemplateDefinition>,
): ResourceTemplate;
export function defineTemplate(definition: object): ResourceTemplate {
  return { ...whole(definition), kind: "template" } as ResourceTemplate; // as above
}

function whole(definition: object & { readonly of?: Tool }): object {
  const { of, ...own } = definition;
  return { ...of, ...own };
}

import type { Args } from "../runtime.js";
import type { PlannedComponent } from "../plan/component.js";
import type { Plan } from "../plan/plan.js";
import {
  createExampleClient,
  invokeAlone,
  registerComponent,
  toHttpResponse,
} from "./call-component.js";
import { toExampleVariables } from "../shared/example-variables.js";
import { bodyWriters } from "./body-writers.js";
import { addConfirmation, repeatedNameOf } from "./confirmation.js";
import type { SampleOptions } from "./sample.js";
import { sampleArguments } from "./sample-arguments.js";

/** Example in a description, completed so that the tool accepts it. */
export interface CompletedExample {
  readonly example: Args;
  /** Names of the required arguments that the document shows no value of, so that we sampled one. */
  readonly sampledNames: readonly string[];
}

/**
 * Examples of components, completed with samples of the required arguments that they lack, and with `confirm` if a tool
 * requires it. If a component refuses the whole example, or `isShort` does, only its required arguments are tried. With
 * `takesPaths`, files may be named by their path. A component whose example is refused either way isn't in the result.
 */
export async function completeExamples(
  plan: Pick<Plan, "components" | "responses" | "sharedSchemas" | "variables">,
  schemas: SampleOptions["schemas"],
  isShort: (component: PlannedComponent, example: CompletedExample) => boolean,
  takesPaths = false,
): Promise<Map<PlannedComponent, CompletedExample>> {
  const completedExamples = new Map<PlannedComponent, CompletedExample>();
  const exampleVariables = toExampleVariables(plan.variables);
  const client = createExampleClient(
    {
      ...exampleVariables.client,
      baseUrl: "https://api.example",
      bodies: bodyWriters(takesPaths),
      transport: () => Promise.resolve(toHttpResponse({})),
    },
    exampleVariables.env,
  );
  const sampleOptions = {
    schemas,
    excludedKeyword: "readOnly",
  } as const;
  for (const component of plan.components) {
    const { args, example, override } = component;
    if (example === undefined) continue;
    const required = new Set(
      args.filter((argument) => argument.required).map(({ name }) => name),
    );
    const repeatedName = repeatedNameOf(override);
    const isRepeatedOptional =
      repeatedName !== undefined && !required.has(repeatedName);
    if (isRepeatedOptional) required.add(repeatedName);
    const isMissing = (name: string) => !Object.hasOwn(example, name);
    const sampledArguments = [...required].some(isMissing)
      ? sampleArguments(component, {
          ...sampleOptions,
          includeOptional: isRepeatedOptional,
        })
      : {};
    const requiredArguments = Object.entries(sampledArguments).filter(
      ([name]) => required.has(name) && isMissing(name),
    );
    const sampledNames = requiredArguments.map(([name]) => name);
    const exampleArguments = Object.entries(example);
    const registeredTool = registerComponent(component, plan, () => client);
    for (const keptArguments of [
      exampleArguments,
      exampleArguments.filter(([name]) => required.has(name)),
    ]) {
      const completeArguments = Object.fromEntries([
        ...requiredArguments,
        ...keptArguments,
      ]);
      const completedExample = {
        example: addConfirmation(completeArguments, override),
        sampledNames,
      };
      if (keptArguments.length === 0 || !isShort(component, completedExample))
        continue;
      try {
        await invokeAlone(registeredTool, completeArguments);
      } catch {
        // The example is refused. The required arguments alone may be accepted.
        continue;
      }
      completedExamples.set(component, completedExample);
      break;
    }
  }
  return completedExamples;
}

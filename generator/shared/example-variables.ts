import { variables as readVariables } from "../runtime.js";

/** Variable of an argument, with a text that the argument takes. */
interface ExampleVariable {
  readonly key: string;
  readonly variable: string;
  readonly sample: string;
}

/** Variables of arguments as a client has them, and an environment that sets them to what the arguments take. */
export function toExampleVariables(variables: readonly ExampleVariable[]) {
  return {
    client: {
      hiddenArguments: readVariables(
        Object.fromEntries(
          variables.map(({ key, variable }) => [key, variable]),
        ),
      ),
    },
    env: Object.fromEntries(
      variables.map(({ sample, variable }) => [variable, sample]),
    ),
  };
}

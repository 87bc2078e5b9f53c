/** Mark in the lock of a component that the config names: in `overrides`, `include`, `timeouts` or `alwaysListed`. */
export interface ConfigMark {
  /** Name in the config: an operationId, `POST /pets` or the name of a tool. */
  readonly name: string;
  /** Path at which its module is, was or would be generated. */
  readonly path: string;
  /** Key of the component: `tool POST /pets`. */
  readonly key: string;
  /** True if the document has lost its operation. The name is then no error, and the operation gets its file again if it comes back. */
  readonly isGone: boolean;
}

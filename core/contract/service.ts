/** An outside service that the process has access to, by keys of the installation's own; `K` is what its access is made of. */
export interface Service<K> {
  /** Its name among the `services` of the process's settings. */
  readonly id: string;
  readonly __keys?: K;
}
export const defineService = <K extends object>(id: string): Service<K> => ({ id });

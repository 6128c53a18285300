/** News that the fetch wrapper hears and the shell acts on. */
export interface Signals {
  /** The version of what is configured, as `<company>.<version>`: menu and pages must be read again when it moved. */
  config: string;
  /** The stored token is no longer accepted. */
  ended: undefined;
  /** An action or a form was done: the server may see things differently now. */
  acted: undefined;
}

type Handler<K extends keyof Signals> = (value: Signals[K]) => void;
const handlers: { [K in keyof Signals]: Set<Handler<K>> } = { config: new Set(), ended: new Set(), acted: new Set() };

/** Tells everyone who listens. */
export function tell<K extends keyof Signals>(signal: K, value: Signals[K]): void {
  for (const handler of handlers[signal]) handler(value);
}

/** Listens until the returned function is called. */
export function hear<K extends keyof Signals>(signal: K, handler: Handler<K>): () => void {
  handlers[signal].add(handler);
  return () => handlers[signal].delete(handler);
}

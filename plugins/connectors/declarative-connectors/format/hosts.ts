/** A host that is written out: by https, or with a port, which the process has to let through for development. */
const WRITTEN = /^(https):\/\/([a-z0-9-]+(?:\.[a-z0-9-]+)+)(?=[/?]|$)|^https?:\/\/([a-z0-9-]+(?:\.[a-z0-9-]+)*:\d{1,5})(?=[/?]|$)/;

/** The host of an address that begins with it, as `egress` writes it; null where it is not written out. */
export function openHost(url: string): string | null {
  const [, , host, ported] = WRITTEN.exec(url) ?? [];
  return host ?? ported ?? null;
}

/** Whether an address is one that the company gave, whole or with a path of the document behind it. */
export const isChosen = (url: string): boolean => /^\{\{[^{}]*\}\}(?:$|[/?])/.test(url);

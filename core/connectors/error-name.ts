/** `ECONNREFUSED` or `TimeoutError`: says what happened without addresses. */
export function nameOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return typeof code === 'string' ? code : String(name ?? 'error');
}

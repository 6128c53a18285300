/** Waits until the condition holds, looking often; throws when it does not in time. Answers how long it took, in milliseconds. */
export async function until(condition: () => boolean | Promise<boolean>, withinMs = 1_000): Promise<number> {
  const began = performance.now();
  while (!(await condition())) {
    if (performance.now() - began > withinMs) throw new Error(`not within ${withinMs} ms`);
    await new Promise((r) => setTimeout(r, 10));
  }
  return performance.now() - began;
}

/** Runs the work and answers, or fails, no sooner than after so many milliseconds: how much there was to do does not show. */
export async function inEvenTime<R>(milliseconds: number, work: () => Promise<R>): Promise<R> {
  const [result] = await Promise.allSettled([work(), new Promise((resolve) => setTimeout(resolve, milliseconds))]);
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}

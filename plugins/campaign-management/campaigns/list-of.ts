/** A list typed as lines or commas, or sent as one; without blanks and repeats. `tidy` brings each entry into its form. */
export function listOf(typed: string | string[] | undefined, tidy: (entry: string) => string): string[] | undefined {
  if (typed === undefined) return undefined;
  const entries = Array.isArray(typed) ? typed : typed.split(/[\n,]/);
  return [...new Set(entries.map((e) => tidy(e.trim())).filter((e) => e !== ''))];
}

/** Runs what must never disturb the page: whatever goes wrong in it ends here, out of sight of the page's own error handlers. */
export function safely<Given extends unknown[]>(work: (...given: Given) => void): (...given: Given) => void {
  return (...given) => {
    try {
      work(...given);
    } catch {
      // the page belongs to somebody else
    }
  };
}

const FAILURES = 5;
const PAUSE_MS = 60_000;

/** Stops asking somebody who fails again and again: after five failures in a row nobody asks for a minute, then one tries. */
export class CircuitBreaker {
  #failures = 0;
  #closedUntil = 0;

  /** Whether asking makes sense at `now` (milliseconds since the epoch). */
  allows(now: number): boolean {
    return now >= this.#closedUntil;
  }

  succeeded(): void {
    this.#failures = 0;
  }

  failed(now: number): void {
    this.#failures += 1;
    if (this.#failures >= FAILURES) this.#closedUntil = now + PAUSE_MS;
  }
}

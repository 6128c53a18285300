import type { Kernel } from '../kernel.ts';

/** One look at the waiting work of a job, noted for operators if there was any. */
export class Look {
  readonly #kernel: Kernel;
  readonly #job: string;
  #began = 0;
  #pieces = 0;
  #error: string | null = null;

  constructor(kernel: Kernel, job: string) {
    this.#kernel = kernel;
    this.#job = job;
  }

  /** A run, or the work of one company, begins. */
  begin(): void {
    this.#began ||= Date.now();
    this.#pieces += 1;
  }

  failed(error: unknown): void {
    this.#error = (error instanceof Error ? error.message : String(error)).slice(0, 500);
  }

  /** Nothing hangs on the note, so a failure of it is only logged. */
  async note(): Promise<void> {
    if (this.#pieces === 0) return;
    const { platform, log } = this.#kernel;
    const values = { job: this.#job, began: new Date(this.#began), ms: Date.now() - this.#began, pieces: this.#pieces, error: this.#error };
    await platform
      .raw(
        `insert into core_job_state as s (job, started_at, ms, pieces, error, error_at)
         values (:job, :began, :ms, :pieces, :error, case when :error::text is null then null else now() end)
         on conflict (job) do update set started_at = excluded.started_at, ms = excluded.ms, pieces = excluded.pieces,
           error = coalesce(excluded.error, s.error), error_at = coalesce(excluded.error_at, s.error_at)`,
        values,
      )
      .then(undefined, (error: unknown) => log.warn({ job: this.#job, error: String(error) }, 'how a job went is not noted'));
  }
}

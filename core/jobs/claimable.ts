import type { Kernel } from '../kernel.ts';

/** A run of `core_job_run` that nobody has in hand and that may begin now. */
export const CLAIMABLE = `state = 'pending' and run_at <= now() and (lease_until is null or lease_until < now())`;

/** Those of the jobs with a run that may begin now, in one statement however many jobs there are. */
export async function withClaimable(kernel: Kernel, jobs: readonly string[]): Promise<string[]> {
  const { rows } = (await kernel.platform.raw(
    `select known.job from unnest(:jobs::text[]) known(job) where exists (select from core_job_run r where r.job = known.job and ${CLAIMABLE})`,
    { jobs },
  )) as { rows: { job: string }[] };
  return rows.map(({ job }) => job);
}

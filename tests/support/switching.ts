import { asSystem } from '../../core/boot/as-system.ts';
import { Switches, type Tenant } from '../../core/contract.ts';
import type { TestApp } from '../../core/testing/app.ts';
import type { Person } from '../../core/testing/fixtures.ts';
import { until } from './until.ts';

/** On a machine whose cores are all busy a notice takes its time. */
const HEARD_WITHIN_MS = 10_000;

/** Root gives or takes a plugin or feature; done when this process has heard of it. Null follows the default again. */
export async function grant({ kernel, fixtures }: TestApp, company: Tenant, key: string, on: boolean | null): Promise<void> {
  const before = kernel.features.version;
  await asSystem(kernel, fixtures.root, (ctx) => ctx.use(Switches).grant(company, key, on));
  await until(() => kernel.features.version > before, HEARD_WITHIN_MS);
}

/** A company narrows for itself what it was given. */
export async function narrow({ kernel }: TestApp, company: Tenant, pluginId: string, on: boolean): Promise<void> {
  const before = kernel.features.version;
  await asSystem(kernel, company, (ctx) => ctx.use(Switches).narrow(company, pluginId, on));
  await until(() => kernel.features.version > before, HEARD_WITHIN_MS);
}

/** Somebody gives things other names for their company; done when this process has heard of it. Answers what the call answered. */
export async function rename(app: TestApp, as: Person, names: Record<string, { name: string; url: string }>): ReturnType<TestApp['call']> {
  const before = app.kernel.features.version;
  const answer = await app.call('PUT', '/api/configuration/module-names', as, { body: { names } });
  if (answer.status === 200) await until(() => app.kernel.features.version > before, HEARD_WITHIN_MS);
  return answer;
}

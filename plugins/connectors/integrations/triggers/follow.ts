import { type Ctx, type Occasion, subscribe, type Subscription, type TriggerSource } from '../../../../core/contract.ts';
import { Leads } from '../../../lead-intake/leads/contract.ts';
import { NewLead } from '../contract.ts';
import { deliverJob } from '../deliver.jobs.ts';
import { fanOut } from '../deliveries.store.ts';
import { leadIn, subjectOfLead } from './subjects.ts';

/** Queues what happens for every connection that sends it, in the transaction that marks the event as handled. */
export const followed = (triggers: readonly TriggerSource[]): Subscription[] =>
  [...Map.groupBy(triggers, ({ event }) => event.id).values()].map(follow);

/** Triggers of one event are queued in the order in which their plugin lists them. */
const follow = (sources: readonly TriggerSource[]): Subscription => {
  const { event } = sources[0]!;
  return subscribe({
    id: `integrations.${event.id.replaceAll('.', '-')}`,
    event,
    async run(ctx, payload, meta) {
      let due = 0;
      for (const source of sources) {
        const occasions = await source.occasions(ctx, payload, meta);
        for (const same of Map.groupBy(occasions, alike).values()) due += await queued(ctx, source.trigger.id, same);
      }
      if (due > 0) await ctx.wake(deliverJob);
    },
  });
};

/** What one statement queues. */
const alike = ({ companyId, occasion = '', isTest = false }: Occasion): string => `${companyId} ${isTest} ${occasion}`;

/** Answers how many deliveries can be made. */
async function queued(ctx: Ctx, trigger: string, same: readonly Occasion[]): Promise<number> {
  const { companyId, occasion = '', isTest = false } = same[0]!;
  if (!(await ctx.company(companyId))) return 0;
  const of = { companyId, isTest, subjects: same.map(({ subject }) => subject) };
  const before = trigger === NewLead.id ? 0 : await createdBefore(ctx, of);
  return before + (await fanOut(ctx, { ...of, trigger, occasion }));
}

/** Events reach us in no order: leads of which something else is heard first are queued as new ones before that, for whoever would have been sent them. */
async function createdBefore(ctx: Ctx, of: { companyId: number; isTest: boolean; subjects: readonly string[] }): Promise<number> {
  const ids = of.subjects.flatMap((subject) => leadIn(subject) ?? []);
  const leads = ids.length === 0 ? [] : await ctx.use(Leads).byId(ids);
  let due = 0;
  for (const { id, createdAt } of leads)
    due += await fanOut(ctx, { ...of, subjects: [subjectOfLead(id)], trigger: NewLead.id, occasion: '', since: createdAt });
  return due;
}

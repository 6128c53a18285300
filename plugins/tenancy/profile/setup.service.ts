import { type Ctx, flagOf } from '../../../core/contract.ts';
import { Companies } from '../../foundation/companies/contract.ts';
import { SetupChecks, type SetupState } from './contract.ts';
import { type Person, readPerson } from './person.store.ts';

/** `accessmodule` of a client for whom no product is on. */
export const NO_MODULE = 'nomodule';
/** `accessmodule` of a client whose payment failed. */
export const PAYMENT_FAILED = 'paymentfailed';

/** What a call has found out once; the navigation guard asks for every page. */
const people = new WeakMap<Ctx, Promise<Person>>();
const states = new WeakMap<Ctx, Promise<SetupState>>();

/** The actor's own profile. */
export const actorsPerson = (ctx: Ctx): Promise<Person> => remembered(people, ctx, () => readPerson(ctx.db, ctx.actor.id));

/** How the actor stands with setting up and paying. Everything is in order where no plugin says otherwise. */
export const setupOf = (ctx: Ctx): Promise<SetupState> =>
  remembered(states, ctx, async () => {
    const { setupCompleted } = await actorsPerson(ctx);
    const state: SetupState = {
      setupcomplete: flagOf(setupCompleted),
      accessmodule: (await hasModule(ctx)) ? '' : NO_MODULE,
      fcampid: '',
      finamt: '',
      paymentStatusFailed: false,
      cardSet: true,
      accountConnected: 'completed',
      planSet: true,
    };
    for (const check of [...ctx.contributions(SetupChecks)].sort((a, b) => a.order - b.order)) Object.assign(state, await check.of(ctx));
    return state;
  });

/** Clients live from products; a client without any has nothing to do but its profile. */
async function hasModule(ctx: Ctx): Promise<boolean> {
  if (ctx.tenant.kind !== 'client') return true;
  const modules = await ctx.use(Companies).products(ctx.tenant);
  return modules.some((m) => m.on);
}

function remembered<V>(of: WeakMap<Ctx, Promise<V>>, ctx: Ctx, find: () => Promise<V>): Promise<V> {
  let known = of.get(ctx);
  if (!known) of.set(ctx, (known = find()));
  return known;
}

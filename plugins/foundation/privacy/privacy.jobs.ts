import { type Ctx, defineJob, T } from '../../../core/contract.ts';
import { type Person, type PersonData, PersonRecords } from './contract.ts';
import { completed } from './person.ts';
import {
  closeOld,
  companiesDue,
  finishErasing,
  forgetPerson,
  lockRequest,
  noteErased,
  noteFailure,
  type PrivacyRequest,
  requestsDue,
} from './requests.store.ts';

/** Days after which a request that nobody answered is closed, so that whom it was about is not kept. */
export const OPEN_DAYS = 90;

/**
 * Erases people, a kind of records a transaction, each noted in it: after a crash it goes on where it was. Some minutes later all is looked through once more for what
 * was on its way meanwhile; then by what the person was found is forgotten too.
 */
export const eraseJob = defineJob({
  id: 'privacy.erase',
  payload: T.Object({}),
  timeoutMs: 300_000,
  every: '1 minute',
  db: 'intent',
  due: (ctx) => companiesDue(ctx.db, ctx.now),
  async run(ctx) {
    const due = await ctx.transaction((tx) => requestsDue(tx.db, tx.tenant.id, tx.now));
    let failed: unknown;
    for (const request of due) {
      try {
        await (request.state === 'erasing' ? eraseAll(ctx, request) : lookAgain(ctx, request));
      } catch (error) {
        failed = error;
        ctx.log.error({ request: request.id, error: String(error) }, 'person not erased');
        await ctx.transaction((tx) => noteFailure(tx.db, request.id));
      }
    }
    if (failed !== undefined) throw failed;
  },
});

/** What keeps them from coming back is written first. */
const kindsInTurn = (ctx: Ctx): readonly PersonData[] =>
  ctx.contributions(PersonRecords).toSorted((a, b) => Number(b.erasing === 'kept') - Number(a.erasing === 'kept') || a.order - b.order);

async function eraseAll(ctx: Ctx, { id }: PrivacyRequest): Promise<void> {
  for (const kind of kindsInTurn(ctx)) {
    await ctx.transaction(async (tx) => {
      const request = await lockRequest(tx.db, id, 'erasing');
      if (!request || kind.id in request.receipt) return;
      await noteErased(tx.db, id, kind.id, await kind.erase(tx, request.person!, id));
    });
  }
  await ctx.transaction(async (tx) => {
    const request = await lockRequest(tx.db, id, 'erasing');
    if (!request) return;
    await finishErasing(tx.db, id, tx.now);
    await tx.audit({
      action: 'privacy.erased',
      description: `Erased a person (${id})`,
      target: String(id),
      params: { id },
      detail: request.receipt,
    });
    await tx.live('privacy');
  });
}

/** What the intake, a delivery or a form brought while the person was being erased. */
async function lookAgain(ctx: Ctx, { id }: PrivacyRequest): Promise<void> {
  await ctx.transaction(async (tx) => {
    const request = await lockRequest(tx.db, id, 'erased');
    if (!request) return;
    const person: Person = await completed(tx, request.person!);
    for (const kind of kindsInTurn(tx)) if (kind.erasing !== 'kept') await noteErased(tx.db, id, kind.id, await kind.erase(tx, person, id));
    await forgetPerson(tx.db, id);
  });
}

const closeJob = defineJob({
  id: 'privacy.close-old',
  payload: T.Object({}),
  timeoutMs: 60_000,
  every: '20 4 * * *',
  run: async (ctx) => void (await closeOld(ctx.db, ctx.now, OPEN_DAYS)),
});

export const privacyJobs = [eraseJob, closeJob];

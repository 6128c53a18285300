import { bothGrant, type Ctx, type Rights, rightsOfType } from '../../../core/contract.ts';
import { effectiveOf, isOwner, materialise, refuseGift, rightsOfActor, wantedOf } from './effective.ts';
import { allRights, atLeast, beyond } from './rights.ts';
import { isGivenFrom, personById, type PersonRow, savePerson } from './roles.store.ts';

/**
 * Somebody new has at most the rights of whoever made them. Who will run a company of their own cannot be cut, so making them takes
 * all rights of their type: throws 403 otherwise. Whom the platform or the visitor themselves made has all rights of the type.
 */
export async function limitNew(ctx: Ctx, accountId: number): Promise<void> {
  if (ctx.actor.kind !== 'user') return;
  const person = await personById(ctx.db, accountId);
  if (!person) return;
  if (isOwner(person)) return refuseGift(ctx, rightsOfType(ctx.areas, person.user_type), null);
  const own = await rightsOfActor(ctx);
  await savePerson(ctx.db, person, { ceiling: beyond(allRights(ctx.areas), own).length === 0 ? null : own, given_by: ctx.actor.id });
  await materialise(ctx, (await personById(ctx.db, accountId))!);
}

/**
 * Whoever sets a person's rights anew gives what they have; what the person had stays. `before` is the person as they were, `had`
 * what they could do.
 */
export async function giveAnew(ctx: Ctx, before: PersonRow, had: Rights): Promise<void> {
  const ceiling = atLeast(ctx.areas, had, await rightsOfActor(ctx));
  await savePerson(ctx.db, before, { ceiling: beyond(allRights(ctx.areas), ceiling).length === 0 ? null : ceiling });
  if (ctx.actor.kind !== 'user') return savePerson(ctx.db, before, { given_by: null });
  const wanted = bothGrant(ctx.areas, await wantedOf(ctx, (await personById(ctx.db, before.id))!), ceiling);
  // Whoever has everything that the person ends up with answers for it from now on; never somebody whose own rights come from them.
  const answers = beyond(wanted, await rightsOfActor(ctx)).length === 0 && !(await isGivenFrom(ctx.db, ctx.actor.id, before.id));
  if (answers) await savePerson(ctx.db, before, { given_by: ctx.actor.id });
}

/** Whether a person may do nothing that the one who acts may not do as well. */
export async function isWithinOwn(ctx: Ctx, accountId: number): Promise<boolean> {
  if (ctx.actor.kind === 'system' || accountId === ctx.actor.id) return true;
  const person = await personById(ctx.db, accountId);
  return person !== undefined && beyond(await effectiveOf(ctx, person), await rightsOfActor(ctx)).length === 0;
}

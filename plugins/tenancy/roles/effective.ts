import { AccountsPort, bothGrant, type Ctx, Problem, type Rights, rightsBy, rightsOfType, type Tenant } from '../../../core/contract.ts';
import { type RightsCap, RightsCaps } from './contract.ts';
import { allRights, beyond, readRights } from './rights.ts';
import { idsGivenBy, personById, type PersonRow } from './roles.store.ts';

/** One thing that a person's rights are cut down to. */
export interface Limit {
  /** Message key of the reason, and what it names. */
  why: string;
  params: Record<string, string>;
  rights: Rights;
}

/** Owners of agencies, and the first operator of the platform, keep all rights of their type. */
export const isOwner = (person: Pick<PersonRow, 'user_type' | 'kind' | 'is_system' | 'is_first'>): boolean =>
  person.user_type === 'userdownline' || (person.kind === 'root' && person.user_type === 'user' && person.is_system && person.is_first);

export const tenantOf = (person: PersonRow): Tenant => ({
  id: person.company_id,
  kind: person.kind,
  name: person.company_name,
  agencyId: person.agency_id,
  rootId: person.root_id,
});

/** What stands between a person and all rights: what was asked for, and what whoever gave it could give. */
export async function limitsOf(ctx: Ctx, person: PersonRow): Promise<Limit[]> {
  const limits = await wantedLimitsOf(ctx, person);
  const given = isOwner(person) ? null : givenRightsOf(ctx, person);
  if (given) limits.push({ why: 'roles.why.given', params: { giver: person.giver_name ?? ctx.t('roles.giver.gone') }, rights: given });
  return limits;
}

/**
 * What a person was given at most: what the giver had when they gave it, and of colleagues never more than the giver has now. A
 * client keeps what it was given when the colleague who added it loses rights later: it is a customer, not their delegate.
 */
function givenRightsOf({ areas }: Pick<Ctx, 'areas'>, person: PersonRow): Rights | null {
  const all = allRights(areas);
  const then = person.ceiling === null ? all : readRights(areas, person.ceiling);
  const isColleague = person.giver_company !== null && person.giver_company === person.company_id;
  const now = isColleague && person.giver_rights !== null ? readRights(areas, person.giver_rights) : all;
  const given = bothGrant(areas, then, now);
  return beyond(all, given).length === 0 ? null : given;
}

/** What type, role, personal restriction and other plugins leave of all rights, whoever gave them. */
async function wantedLimitsOf(ctx: Ctx, person: PersonRow): Promise<Limit[]> {
  const limits: Limit[] = [
    { why: 'roles.why.type', params: { type: person.user_type }, rights: rightsOfType(ctx.areas, person.user_type) },
  ];
  if (isOwner(person)) return limits;
  if (person.role_id !== null)
    limits.push({ why: 'roles.why.role', params: { role: person.role_name ?? '' }, rights: readRights(ctx.areas, person.role_rights) });
  if (person.permission_active) limits.push({ why: 'roles.why.personal', params: {}, rights: readRights(ctx.areas, person.permissions) });
  for (const cap of ctx.contributions(RightsCaps)) {
    const most = await capOf(ctx, cap, person);
    if (most) limits.push({ why: cap.why, params: {}, rights: most });
  }
  return limits;
}

/** An area that the cap does not name is not limited by it. */
async function capOf(ctx: Ctx, cap: RightsCap, person: PersonRow): Promise<Rights | null> {
  const most = await cap.of(ctx, { accountId: person.id, userType: person.user_type, company: tenantOf(person) });
  return most && rightsBy(ctx.areas, (area, grant) => most[area]?.[grant] ?? most[area] === undefined);
}

const rightsIn = (ctx: Ctx, limits: readonly Limit[]): Rights => bothGrant(ctx.areas, ...limits.map((limit) => limit.rights));

/** What a person may do at most: each of the limits must give it. */
export const effectiveOf = async (ctx: Ctx, person: PersonRow): Promise<Rights> => rightsIn(ctx, await limitsOf(ctx, person));

/** What a person would have if whoever set it could give everything. */
export const wantedOf = async (ctx: Ctx, person: PersonRow): Promise<Rights> => rightsIn(ctx, await wantedLimitsOf(ctx, person));

/**
 * Works out a person's rights and writes them where the kernel reads them, from the next request on; then those of the people to
 * whom this person gave theirs. Nobody's rights come from themselves over others, so this ends. Answers the person's.
 */
export async function materialise(ctx: Ctx, person: PersonRow): Promise<Rights> {
  const limits = await limitsOf(ctx, person);
  const rights = rightsIn(ctx, limits);
  // The type alone needs no row: null stands for all that the type can have.
  await ctx.use(AccountsPort).change(person.id, { rights: limits.length === 1 ? null : rights });
  for (const id of await idsGivenBy(ctx.db, person.id)) await rework(ctx, id);
  return rights;
}

/** The same for an account whose role or surroundings changed, read once nobody else is changing it. */
export async function rework(ctx: Ctx, accountId: number): Promise<void> {
  await ctx.use(AccountsPort).lock(accountId);
  const person = await personById(ctx.db, accountId);
  if (person) await materialise(ctx, person);
}

/** Rights of the one who acts, by which it is measured what they may give to others. */
export async function rightsOfActor(ctx: Ctx): Promise<Rights> {
  if (ctx.actor.kind === 'system') return allRights(ctx.areas);
  // Held until the gift is written: a reduction that comes in between finds those to whom it was given, or is found here.
  const row = await ctx.use(AccountsPort).lock(ctx.actor.id, { share: true });
  if (!row || !ctx.actor.userType) return rightsBy(ctx.areas, () => false);
  const ofType = rightsOfType(ctx.areas, ctx.actor.userType);
  return row.rights === null ? ofType : bothGrant(ctx.areas, ofType, readRights(ctx.areas, row.rights));
}

/** Nobody gives what they do not have: throws 403 with the rights in `after`, but not in `before`, that the actor lacks. */
export async function refuseGift(ctx: Ctx, after: Rights, before: Rights | null): Promise<void> {
  const gift = rightsBy(ctx.areas, (area, grant) => after[area]?.[grant] && !before?.[area]?.[grant]);
  const titles = new Map(ctx.areas.map(({ id, title }) => [id, title]));
  const lacking = beyond(gift, await rightsOfActor(ctx)).map(
    ([area, grant]) => `${ctx.t(titles.get(area)!)}: ${ctx.t(`roles.grant.${grant}`)}`,
  );
  if (lacking.length > 0) throw new Problem(403, 'roles.problem.beyond', { params: { rights: lacking.join(', ') } });
}

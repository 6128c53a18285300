import { type Ctx, defineSetting, type Static, T, USER_TYPES } from '../../../../core/contract.ts';

export const AUDIENCES = ['everybody', 'agencies', 'clients', 'agency'] as const;
export const SEVERITIES = ['info', 'warn', 'bad'] as const;
/** How many there can be at a time. */
export const MOST = 20;
const Text = (maxLength: number) => T.Object({ en: T.String({ maxLength }), ar: T.String({ maxLength }) });

const Announcement = T.Object({
  id: T.String({ format: 'uuid' }),
  kind: T.Enum(['news', 'maintenance']),
  severity: T.Enum([...SEVERITIES]),
  title: Text(120),
  text: Text(400),
  audience: T.Enum([...AUDIENCES]),
  /** For `agency`: that one, with its clients. */
  agency: T.Union([T.Integer(), T.Null()]),
  /** Only these user types; empty for all. */
  types: T.Array(T.Enum([...USER_TYPES]), { maxItems: USER_TYPES.length }),
  from: T.String({ format: 'date-time' }),
  until: T.String({ format: 'date-time' }),
  dismissible: T.Boolean(),
});
export type Announcement = Static<typeof Announcement>;

/** What the root announces. A setting of the root, so that everybody below reads it, and open browsers follow each change of it by themselves. */
export const Announcements = defineSetting({
  id: 'operations.announcements',
  title: 'operations.announcements.title',
  level: 'platform',
  schema: T.Array(Announcement, { maxItems: MOST }),
  default: [],
  read: null,
  write: null,
});

/** Those that are for the caller at this moment. */
export async function announcedTo(ctx: Ctx): Promise<Announcement[]> {
  const now = ctx.now.toISOString();
  return (await ctx.setting(Announcements)).filter(
    ({ from, until, audience, agency, types }) =>
      from <= now &&
      now < until &&
      (audience === 'everybody' ||
        (audience === 'agencies' && ctx.tenant.kind === 'agency') ||
        (audience === 'clients' && ctx.tenant.kind === 'client') ||
        (audience === 'agency' && ctx.tenant.kind !== 'root' && agency === ctx.tenant.agencyId)) &&
      (types.length === 0 || (ctx.actor.userType !== null && types.includes(ctx.actor.userType))),
  );
}

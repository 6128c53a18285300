import { DateTime } from 'luxon';
import {
  conflict,
  type Ctx,
  defineRoute,
  invalid,
  List,
  listOfAll,
  ListQuery,
  notFound,
  type RouteDef,
  type Static,
  T,
  USER_TYPES,
} from '../../../../core/contract.ts';
import { agencyFor } from '../snapshots/snapshots.service.ts';
import { announceJob } from './announce.job.ts';
import { type Announcement, Announcements, announcedTo, AUDIENCES, MOST, SEVERITIES } from './announcements.settings.ts';
import { dismiss, forget } from './dismissals.store.ts';

const NEWS = 'operations.announcements';
const Day = T.String({ format: 'date' });
const Clock = T.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' });
const Line = (maxLength: number) => T.Optional(T.String({ maxLength }));

/** As the form asks it; days and times are those of the caller's clock. */
export const AnnouncementInput = T.Object({
  titleEn: T.String({ minLength: 1, maxLength: 120, pattern: '\\S' }),
  titleAr: T.String({ minLength: 1, maxLength: 120, pattern: '\\S' }),
  textEn: Line(400),
  textAr: Line(400),
  kind: T.Enum(['news', 'maintenance'], { default: 'news' }),
  severity: T.Enum([...SEVERITIES], { default: 'info' }),
  audience: T.Enum([...AUDIENCES], { default: 'everybody' }),
  agency: T.Optional(T.Integer({ minimum: 1, maximum: 2_147_483_647 })),
  types: T.Optional(T.Array(T.Enum([...USER_TYPES]), { maxItems: USER_TYPES.length, uniqueItems: true })),
  /** Left out, it is shown at once. */
  fromDay: T.Optional(Day),
  /** Left out, from the beginning of the day. */
  fromTime: T.Optional(Clock),
  untilDay: Day,
  untilTime: Clock,
  dismissible: T.Boolean({ default: true }),
});
type Input = Static<typeof AnnouncementInput>;
const Id = T.Object({ id: T.String({ format: 'uuid' }) });
const Said = T.Object({ message: T.String() });

/** What was asked, as it is stored. Throws 422 on a field. */
async function announcementOf(ctx: Ctx, id: string, input: Input): Promise<Announcement> {
  const at = (day: string, time: string, field: string): Date => {
    const moment = DateTime.fromISO(`${day}T${time}`, { zone: ctx.timezone });
    if (!moment.isValid) throw invalid(field, 'operations.announcements.no-day');
    return moment.toJSDate();
  };
  const { fromDay, fromTime } = input;
  if (fromDay === undefined && fromTime !== undefined) throw invalid('fromDay', 'operations.announcements.time-of-no-day');
  const from = fromDay === undefined ? ctx.now : at(fromDay, fromTime ?? '00:00', 'fromDay');
  const until = at(input.untilDay, input.untilTime, 'untilDay');
  if (until <= from) throw invalid('untilDay', 'operations.announcements.until-before');
  if (until <= ctx.now) throw invalid('untilDay', 'operations.announcements.until-past');
  if (input.audience === 'agency' && input.agency === undefined) throw invalid('agency', 'operations.announcements.which-agency');
  const agency = input.audience === 'agency' ? (await agencyFor(ctx, input.agency!)).id : null;
  const { kind, severity, audience, types = [], dismissible } = input;
  return {
    id,
    kind,
    severity,
    audience,
    agency,
    types: [...types],
    dismissible,
    title: { en: input.titleEn.trim(), ar: input.titleAr.trim() },
    text: { en: input.textEn?.trim() ?? '', ar: input.textAr?.trim() ?? '' },
    from: from.toISOString(),
    until: until.toISOString(),
  };
}

/** Changes what is announced, one after the other, and asks for the moments at which browsers have to look again. */
async function change(ctx: Ctx, make: (all: readonly Announcement[]) => Announcement[]): Promise<void> {
  await ctx.db.raw(`select pg_advisory_xact_lock(hashtext('operations.announcements'), ?)`, [ctx.tenant.id]);
  const after = make(await ctx.setting(Announcements));
  await ctx.saveSetting(Announcements, after);
  for (const { id, from, until } of after)
    for (const moment of [from, until])
      if (moment > ctx.now.toISOString()) await ctx.enqueue(announceJob, {}, { key: `${id} ${moment}`, runAt: new Date(moment) });
  await ctx.live(NEWS);
}

const find = async (ctx: Ctx, id: string): Promise<Announcement> => {
  const found = (await ctx.setting(Announcements)).find((known) => known.id === id);
  if (!found) throw notFound();
  return found;
};
const stateOf = ({ from, until }: Announcement, now: string): 'planned' | 'shown' | 'over' =>
  now < from ? 'planned' : now < until ? 'shown' : 'over';

const list = defineRoute({
  id: 'operations.announcements',
  method: 'GET',
  path: '/operations/announcements',
  summary: 'Announcements, those that end last first',
  ability: ['read', 'Announcement'],
  query: T.Object(ListQuery(['title'])),
  response: List(
    T.Object({
      id: T.String(),
      title: T.String(),
      state: T.Enum(['planned', 'shown', 'over']),
      severity: T.String(),
      audience: T.String(),
      from: T.String(),
      until: T.String(),
    }),
  ),
  async handler(ctx, { query }) {
    const now = ctx.now.toISOString();
    const all = (await ctx.setting(Announcements)).toSorted((a, b) => b.until.localeCompare(a.until));
    const rows = [];
    for (const of of all) {
      const agency = of.agency === null ? null : await ctx.company(of.agency);
      rows.push({
        id: of.id,
        title: of.title[ctx.locale],
        state: stateOf(of, now),
        severity: of.severity,
        from: of.from,
        until: of.until,
        audience: agency ? agency.name : ctx.t(`operations.announcements.audience.${of.audience}`),
      });
    }
    return listOfAll(rows, query, ctx.locale, ({ title }) => title);
  },
});

const one = defineRoute({
  id: 'operations.announcement',
  method: 'GET',
  path: '/operations/announcements/:id',
  summary: 'An announcement as its form asks it',
  ability: ['read', 'Announcement'],
  params: Id,
  response: AnnouncementInput,
  async handler(ctx, { params }) {
    const of = await find(ctx, params.id);
    const local = (at: string) => DateTime.fromISO(at, { zone: ctx.timezone });
    const { kind, severity, audience, types, dismissible } = of;
    return {
      kind,
      severity,
      audience,
      types,
      dismissible,
      ...(of.agency !== null && { agency: of.agency }),
      titleEn: of.title.en,
      titleAr: of.title.ar,
      textEn: of.text.en,
      textAr: of.text.ar,
      fromDay: local(of.from).toISODate()!,
      fromTime: local(of.from).toFormat('HH:mm'),
      untilDay: local(of.until).toISODate()!,
      untilTime: local(of.until).toFormat('HH:mm'),
    };
  },
});

const add = defineRoute({
  id: 'operations.add-announcement',
  method: 'POST',
  path: '/operations/announcements',
  summary: 'Announce something to people of the platform',
  ability: ['update', 'Announcement'],
  audit: 'operations.announced',
  idempotent: true,
  status: 201,
  body: AnnouncementInput,
  response: T.Object({ id: T.String(), message: T.String() }),
  async handler(ctx, { body }) {
    const added = await announcementOf(ctx, crypto.randomUUID(), body);
    await change(ctx, (all) => {
      if (all.length >= MOST) throw conflict('operations.announcements.too-many', { params: { most: MOST } });
      return [...all, added];
    });
    return { id: added.id, message: ctx.t('operations.announcements.saved') };
  },
});

const save = defineRoute({
  id: 'operations.save-announcement',
  method: 'PUT',
  path: '/operations/announcements/:id',
  summary: 'Change an announcement; whoever closed it sees it again',
  ability: ['update', 'Announcement'],
  audit: 'operations.announcement-changed',
  params: Id,
  body: AnnouncementInput,
  response: Said,
  async handler(ctx, { params, body }) {
    const changed = await announcementOf(ctx, params.id, body);
    await change(ctx, (all) => {
      if (!all.some(({ id }) => id === params.id)) throw notFound();
      return all.map((known) => (known.id === params.id ? changed : known));
    });
    await forget(ctx, params.id);
    return { message: ctx.t('operations.announcements.saved') };
  },
});

const remove = defineRoute({
  id: 'operations.remove-announcement',
  method: 'DELETE',
  path: '/operations/announcements/:id',
  summary: 'Remove an announcement from every screen',
  ability: ['update', 'Announcement'],
  audit: 'operations.announcement-removed',
  params: Id,
  response: Said,
  async handler(ctx, { params }) {
    await change(ctx, (all) => {
      const left = all.filter(({ id }) => id !== params.id);
      if (left.length === all.length) throw notFound();
      return left;
    });
    await forget(ctx, params.id);
    return { message: ctx.t('operations.announcements.removed') };
  },
});

const close = defineRoute({
  id: 'operations.dismiss-announcement',
  method: 'POST',
  path: '/operations/announcements/:id/dismissal',
  summary: 'Close an announcement for oneself',
  ability: 'signed-in',
  unlogged: 'a reader closes a notice',
  params: Id,
  response: T.Object({ result: T.Literal('success') }),
  async handler(ctx, { params }) {
    const shown = (await announcedTo(ctx)).find(({ id }) => id === params.id);
    if (!shown?.dismissible) throw notFound();
    await dismiss(ctx, params.id);
    return { result: 'success' as const };
  },
});

export const announcementRoutes: RouteDef[] = [list, one, add, save, remove, close];

import { DateTime } from 'luxon';
import { type Ctx, invalid, notFound, type Static, T, type Tenant } from '../../../core/contract.ts';

const Text = T.Union([T.Integer({ minimum: 0, maximum: 2_147_483_647 }), T.String({ maxLength: 60 })]);

/** The filters under the specification's names. `9999`, `all` and nothing mean "do not filter". */
export const LogFilterFields = {
  action: T.Optional(T.String({ maxLength: 60 })),
  userType: T.Optional(Text),
  userID: T.Optional(Text),
  campaignID: T.Optional(Text),
  /** `all`, `7`, `30` or `90` days back, or two days: `2026-01-01_2026-01-31`; a pair is understood too. */
  logDateRange: T.Optional(
    T.Union([
      T.Integer({ minimum: 0, maximum: 9999 }),
      T.String({ maxLength: 40 }),
      T.Array(T.String({ maxLength: 10 }), { minItems: 2, maxItems: 2 }),
    ]),
  ),
};
const Fields = T.Object(LogFilterFields);

export const USER_KINDS = ['root', 'admin', 'client'] as const;
export type UserKind = (typeof USER_KINDS)[number];

/** What to look for. Instants are ISO texts, so that a filter can be kept with a job. */
export interface LogFilter {
  companyId: number;
  companyKind: Tenant['kind'];
  action?: string;
  kind?: UserKind;
  userId?: number;
  campaignId?: string;
  from?: string;
  until?: string;
}

const OPEN = new Set(['', '-', 'all', '9999']);
const given = (value: unknown): string | null => {
  const text = String(value ?? '').trim();
  return OPEN.has(text.toLowerCase()) ? null : text;
};

/** Reads the filters. A company that the caller does not see answers 404; an impossible value 422 on its field. */
export async function filterOf(ctx: Ctx, companyId: number | undefined, fields: Static<typeof Fields>): Promise<LogFilter> {
  const company = companyId === undefined ? ctx.tenant : await ctx.company(companyId);
  if (!company) throw notFound();
  const filter: LogFilter = { companyId: company.id, companyKind: company.kind };
  const action = given(fields.action);
  if (action) filter.action = action;
  const kind = given(fields.userType);
  if (kind) {
    if (!USER_KINDS.includes(kind as UserKind)) throw invalid('userType', 'core.validation.enum', { limit: USER_KINDS.join(', ') });
    filter.kind = kind as UserKind;
  }
  const user = given(fields.userID);
  if (user) filter.userId = numberIn('userID', user);
  const campaign = given(fields.campaignID);
  if (campaign) filter.campaignId = String(numberIn('campaignID', campaign));
  return { ...filter, ...spanOf(ctx, fields.logDateRange) };
}

function numberIn(field: string, text: string): number {
  if (!/^\d{1,10}$/.test(text) || Number(text) > 2_147_483_647) throw invalid(field, 'core.validation.type');
  return Number(text);
}

/** Whole days in the caller's zone. */
function spanOf(ctx: Ctx, range: Static<typeof Fields>['logDateRange']): { from?: string; until?: string } {
  const text = Array.isArray(range) ? range.join('_') : given(range);
  if (text === null) return {};
  const today = DateTime.fromJSDate(ctx.now, { zone: ctx.timezone }).startOf('day');
  if (/^(7|30|90)$/.test(text))
    return {
      from: today
        .minus({ days: Number(text) - 1 })
        .toUTC()
        .toISO()!,
    };
  const [, first, last] = /^(\d{4}-\d\d-\d\d)(?:\s*(?:[_,|~]|to| - )\s*(\d{4}-\d\d-\d\d))?$/.exec(text) ?? [];
  const day = (d: string | undefined): DateTime => DateTime.fromISO(d ?? '', { zone: ctx.timezone });
  const [from, to] = [day(first), day(last ?? first)];
  if (!from.isValid || !to.isValid || to < from) throw invalid('logDateRange', 'user-log.problem.dates');
  return { from: from.toUTC().toISO()!, until: to.plus({ days: 1 }).toUTC().toISO()! };
}

import { randomUUID } from 'node:crypto';
import { conflict, type Ctx, denied, notFound, Problem, SessionsPort } from '../../../core/contract.ts';
import { Accounts } from '../../foundation/accounts/contract.ts';
import { VIEW_MINUTES } from './contract.ts';
import { closeVisit, openVisits, visitById } from './visits.store.ts';

type How = 'back' | 'time' | 'stopped' | 'session';

/**
 * Opens a session in which the operator looks through the account. Only accounts of companies below the root may be looked
 * through, and only by somebody who is themselves. The log says so before the session begins.
 */
export async function startView(ctx: Ctx, accountId: number, reason: string): Promise<{ token: string; name: string; until: Date }> {
  if (ctx.viewedBy || !ctx.sessionId) throw denied('view-mode.problem.nested');
  const id = randomUUID();
  const until = new Date(ctx.now.getTime() + VIEW_MINUTES * 60_000);
  const account = await ctx.transaction(async (tx) => {
    const found = await tx.use(Accounts).find(accountId);
    const company = found && (await tx.company(found.companyId));
    if (!found || !company) throw notFound();
    if (company.kind === 'root') throw denied('view-mode.problem.rank');
    if (found.status === 'suspended') throw conflict('view-mode.problem.suspended', { params: { name: found.name } });
    await tx.db('view_mode_visit').insert({
      id,
      company_id: company.id,
      operator_id: tx.actor.id,
      operator_name: tx.actor.name,
      account_id: found.id,
      account_name: found.name,
      reason,
      started_at: tx.now,
      ends_at: until,
    });
    await tx.audit({
      action: 'view-mode.started',
      description: 'Support viewed your account',
      companyId: company.id,
      target: String(found.id),
      detail: { visit: id, account: found.name, minutes: VIEW_MINUTES, reason },
    });
    return found;
  });
  const token = await ctx.use(SessionsPort).open({
    id,
    accountId,
    ip: ctx.ip,
    agent: 'view mode',
    aal: 1,
    aalNeeded: 1,
    viewedBy: ctx.actor.id,
    parentId: ctx.sessionId,
    minutes: VIEW_MINUTES,
  });
  return { token, name: account.name, until };
}

/**
 * Ends the look that this session is, and answers the token with which the operator goes on. The session goes first: whatever happens
 * to the log, nobody looks any more.
 */
export async function endView(ctx: Ctx): Promise<string> {
  const id = ctx.sessionId;
  if (!ctx.viewedBy || !id) throw new Problem(409, 'view-mode.problem.none');
  const token = await ctx.use(SessionsPort).wayBack(id);
  await ctx.transaction((tx) => noteEnd(tx, id, 'back'));
  if (token === null) throw new Problem(401, 'core.problem.unauthenticated');
  return token;
}

/** Ends somebody else's look, at once. Answers whose it was. */
export async function stopView(ctx: Ctx, id: string): Promise<{ operator: string; name: string }> {
  const visit = await ctx.transaction((tx) => visitById(tx, id, 'end'));
  if (!visit) throw notFound();
  if (visit.ended_at) throw conflict('view-mode.problem.over');
  await ctx.use(SessionsPort).end(id);
  await ctx.transaction((tx) => noteEnd(tx, id, 'stopped'));
  return { operator: visit.operator_name, name: visit.account_name };
}

/** Notes the end of looks whose session is over without anybody having said so: time, a logout, a suspension. */
export async function closeOver(ctx: Ctx): Promise<void> {
  const open = await openVisits(ctx.db);
  const ended = await ctx.use(SessionsPort).endedAmong(open.map((v) => v.id));
  for (const visit of open.filter((v) => ended.has(v.id))) await noteEnd(ctx, visit.id, visit.ends_at <= ctx.now ? 'time' : 'session');
}

/** Once only, whoever comes first. */
async function noteEnd(ctx: Ctx, id: string, how: How): Promise<void> {
  const visit = await closeVisit(ctx.db, id, how, ctx.now);
  if (!visit) return;
  await ctx.audit({
    action: 'view-mode.ended',
    description: 'Support stopped viewing your account',
    companyId: visit.company_id,
    target: String(visit.account_id),
    detail: { visit: id, account: visit.account_name, operator: visit.operator_id, how },
  });
}

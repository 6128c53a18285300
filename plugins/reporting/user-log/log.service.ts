import { type Ctx, type Static, T } from '../../../core/contract.ts';
import { Networks } from '../../lead-intake/capture/contract.ts';
import { actionName, descriptionIn } from './descriptions.ts';
import type { LogEntry } from './log.store.ts';

/** One line of the user log, under the specification's names. */
export const LogLine = T.Object({
  id: T.String(),
  name: T.String(),
  type_user: T.String(),
  location: T.String(),
  user_ip: T.String(),
  action: T.String(),
  action_name: T.String(),
  description: T.String(),
  company_name: T.String(),
  create_date: T.String(),
});

const TYPE_NAMES: Record<string, string> = {
  user: 'user-log.type.root',
  sales: 'user-log.type.root',
  userdownline: 'user-log.type.admin',
  administrator: 'user-log.type.admin',
  client: 'user-log.type.client',
  system: 'user-log.type.system',
  anonymous: 'user-log.type.visitor',
};

/**
 * Rows as they are shown to this reader. Staff of the root is called by name to the root alone: to everybody below it is "support",
 * without an address. Where somebody looked through an account both are named.
 */
export function linesOf(ctx: Ctx, entries: readonly LogEntry[]): Static<typeof LogLine>[] {
  const inside = ctx.tenant.kind === 'root';
  const networks = ctx.has(Networks) ? ctx.use(Networks) : null;
  return entries.map((entry) => {
    const staff = entry.viewed_by !== null || entry.user_type === 'user' || entry.user_type === 'sales';
    const ip = staff && !inside ? '' : entry.ip;
    return {
      id: entry.id,
      name: nameIn(ctx, entry, inside),
      type_user: ctx.t(TYPE_NAMES[entry.viewed_by === null ? entry.user_type : 'user'] ?? 'user-log.type.system'),
      location: ip ? (networks?.ownerOf(ip) ?? '') : '',
      user_ip: ip,
      action: entry.action,
      action_name: actionName(ctx, entry.action),
      description: descriptionIn(ctx, entry, inside),
      company_name: entry.company_name,
      create_date: entry.at.toISOString(),
    };
  });
}

function nameIn(ctx: Ctx, entry: LogEntry, inside: boolean): string {
  const support = ctx.t('user-log.support');
  if (entry.viewed_by !== null)
    return ctx.t('user-log.viewed', { by: inside ? (entry.viewer_name ?? support) : support, name: entry.actor_name });
  if (entry.user_type === 'system') return ctx.t('user-log.type.system');
  return !inside && (entry.user_type === 'user' || entry.user_type === 'sales') ? support : entry.actor_name || accountOf(entry);
}

/** Whoever signs in is nobody until they have: the log names the account that they mean. */
const accountOf = ({ action, target }: LogEntry): string => (action.startsWith('accounts.') && target?.includes('@') ? target : '');

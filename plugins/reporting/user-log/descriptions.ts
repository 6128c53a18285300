import { type Ctx, shownMoney } from '../../../core/contract.ts';
import type { LogEntry } from './log.store.ts';

/** What people read instead of an action's id; an action without a text is spelled out. */
export function actionName(ctx: Ctx, action: string): string {
  const key = `user-log.action.${action}`;
  const text = ctx.t(key);
  if (text !== key) return text;
  const plain = action.replace(/[.-]/g, ' ');
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

/**
 * What happened, in the reader's language: the text of the action, filled from what the entry holds. An entry that lacks a part of it,
 * such as one from before the text was written, shows what was written down then; a call without a description of its own is told by
 * the name of its action. The reason that an operator gave is for the root's eyes; what a browser claims of itself is marked as such.
 */
export function descriptionIn(ctx: Ctx, entry: LogEntry, inside: boolean): string {
  const { reason, claimed, call } = entry.detail;
  if (claimed === true) return ctx.t('user-log.claimed', { text: entry.description });
  const plain = translated(ctx, entry) ?? (typeof call === 'string' ? actionName(ctx, entry.action) : entry.description);
  return inside && typeof reason === 'string' && reason ? `${plain}: ${reason}` : plain;
}

function translated(ctx: Ctx, entry: LogEntry): string | null {
  const key = `user-log.description.${entry.action}`;
  const { outcome } = entry.detail;
  // Of an action that may have one of several outcomes, the one it had.
  const keys = typeof outcome === 'string' ? [`${key}.${outcome}`, key] : [key];
  const facts = factsOf(ctx, entry);
  return (
    keys.map((one) => ({ one, text: ctx.t(one, facts) })).find(({ one, text }) => text !== one && !/\{[a-z0-9_]+\}/i.test(text))?.text ??
    null
  );
}

/** What texts may name: where it happened, to whom or what, how much money it was about, and what the entry was given for its text. */
function factsOf(ctx: Ctx, { company_name, target, detail }: LogEntry): Record<string, string | number> {
  const { cents, params } = detail;
  const given = { ...detail, ...(typeof params === 'object' ? params : {}) };
  const facts: Record<string, string | number> = { company: company_name };
  if (target) facts['target'] = target;
  for (const [name, value] of Object.entries(given)) if (typeof value === 'string' || typeof value === 'number') facts[name] = value;
  if (typeof cents === 'number') facts['amount'] = shownMoney(Math.abs(cents));
  // A switch is named by message keys, which its plugin translates.
  for (const name of ['title', 'state']) if (typeof facts[name] === 'string') facts[name] = ctx.t(facts[name]);
  return facts;
}

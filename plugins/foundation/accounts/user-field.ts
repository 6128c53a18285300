import type { Ctx } from '../../../core/contract.ts';
import { UserFields, type UserFieldsOf } from './contract.ts';

/** What was answered in a call, by who answered. */
const answered = new WeakMap<Ctx, Map<UserFieldsOf, Promise<Record<string, unknown>>>>();

/** A field of the signed-in user that another plugin answers; undefined where nobody does. Of several who name it, the last counts. */
export async function userField(ctx: Ctx, name: string): Promise<unknown> {
  const all = ctx.contributions(UserFields);
  const named = all.filter((fields) => fields.named?.includes(name));
  let value: unknown;
  // One after the other: they share a transaction.
  for (const fields of named.length > 0 ? named : all) {
    const said = await fieldsOf(ctx, fields);
    if (name in said) value = said[name];
  }
  return value;
}

function fieldsOf(ctx: Ctx, fields: UserFieldsOf): Promise<Record<string, unknown>> {
  const known = answered.get(ctx) ?? new Map<UserFieldsOf, Promise<Record<string, unknown>>>();
  answered.set(ctx, known);
  const asked = known.get(fields) ?? fields.of(ctx);
  known.set(fields, asked);
  return asked;
}

import type { Ctx } from '../../../core/contract.ts';
import { CHART } from './chart.ts';
import { type AccountKind, AccountKinds, type Entry, type Posting, PostingCodes } from './contract.ts';

const kindsOf = (ctx: Ctx): Map<string, AccountKind> =>
  new Map([...CHART, ...ctx.contributions(AccountKinds)].map((kind) => [kind.name, kind] as const));

/** The declared kind with a floor. Throws for any other. */
export function floorOf(ctx: Ctx, account: string): { cents: number } {
  const floor = kindsOf(ctx).get(account)?.floor;
  if (!floor) throw new Error(`${account} is no declared account with a floor`);
  return floor;
}

/** Checks postings against what plugins declared: what is not declared is refused. */
export function declarationsOf(ctx: Ctx) {
  const kinds = kindsOf(ctx);
  const codes = new Set(ctx.contributions(PostingCodes).flatMap((declared) => declared.map(({ code }) => code)));
  const checkAccount = ({ key, code }: Posting, name: string, companyId: number): void => {
    const kind = kinds.get(name);
    if (!kind) throw new Error(`posting ${key}: no plugin declares the account ${name}`);
    if ((kind.of === 'agency') !== (companyId === ctx.tenant.id))
      throw new Error(`posting ${key}: ${name} is an account of the ${kind.of}`);
    if (kind.floor && !kind.floor.codes.includes(code)) throw new Error(`posting ${key}: ${code} does not move ${name}`);
  };
  return {
    hasFloor: (account: string): boolean => kinds.get(account)?.floor !== undefined,
    check(posting: Posting, entries: readonly Entry[]): void {
      if (!codes.has(posting.code)) throw new Error(`posting ${posting.key}: no plugin declares the code ${posting.code}`);
      for (const { companyId, account, orElse } of entries) {
        checkAccount(posting, account, companyId);
        if (orElse !== undefined) checkAccount(posting, orElse, companyId);
      }
    },
  };
}
export type Declarations = ReturnType<typeof declarationsOf>;

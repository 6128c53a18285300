import type { Ctx, LandingDef, PageDef, PageGuard } from '../../../core/contract.ts';
import { type Rule, RULES } from './navigation.rules.ts';
import { actorsPerson } from './setup.service.ts';
import { type Visitor, visitorOf } from './visitor.ts';

const MODULE = /\{([a-z0-9-]+)\}/;

/** Applies the rules to every page but those that are open to everybody. */
export const navigationGuard: PageGuard = {
  id: 'profile.navigation',
  order: 10,
  early: true,
  async check(ctx, page) {
    if (page.ability === 'public') return null;
    const rule = await firstObjection(visitorOf(ctx), page.path.replace(MODULE, '{module}'));
    if (!rule) return null;
    return rule.go === undefined ? 'missing' : { go: placeOf(ctx, page, rule.go), why: rule.why ?? '' };
  },
};

/** The first rule that has something against the visitor on this path, in the order of the table. */
export async function firstObjection(visitor: Visitor, path: string, rules: readonly Rule[] = RULES): Promise<Rule | null> {
  for (const rule of rules) {
    if (!rule.on.some((p) => covers(p, path)) || rule.except?.some((p) => covers(p, path))) continue;
    const concerned = rule.only ? visitor.userType === null || !rule.only.includes(visitor.userType) : true;
    if (concerned && (!rule.if || (await rule.if(visitor)))) return rule;
  }
  return null;
}

const covers = (pattern: string, path: string): boolean =>
  pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : pattern === path;

/** A path of the rules as an address: `{module}` is the product of the page at hand. */
const placeOf = (ctx: Ctx, page: PageDef, path: string): string =>
  path.replace('{module}', () => ctx.named(MODULE.exec(page.path)?.[1] ?? '').url);

/** Where people land who have something to do first; the pages of other plugins come after these. */
export const landing: readonly LandingDef[] = [
  { page: 'profile.setup', order: 1, when: async (ctx) => !(await actorsPerson(ctx)).setupCompleted },
  { page: 'white-label.general-setting', order: 60 },
  { page: 'profile.page', order: 90 },
];

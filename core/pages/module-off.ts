import type { Ctx, Tenant } from '../contract.ts';
import type { AccessDecision } from '../contract/wire.ts';
import { findTenant } from '../data/tenant.ts';
import type { Kernel } from '../kernel.ts';

/** The index of pages asks for every page of a plugin that is off. */
const known = new WeakMap<Ctx, Promise<Tenant | null>>();

/** The company that switches the modules of the actor's: the one above it. Null for the root, which does so itself. */
function above(kernel: Kernel, ctx: Ctx): Promise<Tenant | null> {
  const { kind, agencyId, rootId } = ctx.tenant;
  let company = known.get(ctx);
  if (!company)
    known.set(
      ctx,
      (company = kind === 'root' ? Promise.resolve(null) : findTenant(kernel.platform, kind === 'client' ? agencyId : rootId)),
    );
  return company;
}

/**
 * What the page of a plugin that is off for the actor's company says: which module it is, whom to ask, and what stays. Visitors, and
 * people whose company never lacked a module, are told that there is no such page.
 */
export async function moduleOffDecision(kernel: Kernel, ctx: Ctx, pluginId: string): Promise<AccessDecision> {
  const module = ctx.actor.kind === 'user' ? kernel.features.missingModule(pluginId, ctx.tenant) : null;
  if (!module?.title) return { open: false, missing: true };
  const params = { module: ctx.t(module.title), company: ctx.tenant.name };
  const who = (await above(kernel, ctx))?.name;
  return {
    open: false,
    off: {
      title: ctx.t('core.module-off.title', params),
      text: who ? ctx.t('core.module-off.text', { ...params, who }) : ctx.t('core.module-off.text.root', params),
      help: module.whenOff ? ctx.t(module.whenOff, params) : '',
    },
  };
}

import { type Ctx, defineRoute, moduleOff, notFound, Problem, type RouteDef, T } from '../contract.ts';
import type { Bootstrap, WireFormBody, WirePageBody } from '../contract/wire.ts';
import { permits } from '../access/ability.ts';
import { formRefusal } from '../forms/caller-forms.ts';
import { wireForm } from '../forms/wire-form.ts';
import type { Kernel } from '../kernel.ts';
import { bootstrapOf } from '../pages/bootstrap.ts';
import { accessDecisionOf } from '../pages/page-index.ts';
import { layoutOf } from './layouts.routes.ts';
import { wirePage } from '../pages/wire-page.ts';

/** Whoever is nobody is asked to sign in: their session may have ended a moment ago, and their browser must hear of it. */
const refused = (ctx: Ctx): Problem => (ctx.actor.kind === 'anonymous' ? new Problem(401, 'core.problem.unauthenticated') : notFound());

/** What the browser renders from: `core/contract/wire.ts` has the shapes. */
export const uiRoutes = (kernel: () => Kernel): RouteDef[] => [
  defineRoute({
    id: 'core.ui-bootstrap',
    method: 'GET',
    path: '/ui/bootstrap',
    summary: 'Brand, actor, menu, pages and messages',
    ability: 'public',
    spends: [],
    anyAal: true,
    response: T.Unsafe<Bootstrap>({ type: 'object' }),
    handler: (ctx) => bootstrapOf(kernel(), ctx),
  }),
  defineRoute({
    id: 'core.ui-page',
    method: 'GET',
    path: '/ui/pages/:id',
    summary: 'One page as the actor sees it',
    ability: 'public',
    spends: [],
    anyAal: true,
    params: T.Object({ id: T.String({ maxLength: 100 }) }),
    response: T.Unsafe<WirePageBody>({ type: 'object' }),
    async handler(ctx, { params }) {
      const page = kernel().registry.pages.get(params.id);
      if (!page) throw refused(ctx);
      const access = await accessDecisionOf(kernel(), ctx, page, '');
      if (!access.open) throw kernel().features.isOn(page.plugin, ctx.tenant) ? refused(ctx) : moduleOff(page.plugin);
      const layout = await layoutOf(ctx, page.def.id);
      return { ...wirePage(kernel(), ctx, page), ...(layout && { layout }) };
    },
  }),
  defineRoute({
    id: 'core.ui-form',
    method: 'GET',
    path: '/ui/forms/:id',
    summary: 'One form as it stands for the actor',
    ability: 'public',
    spends: [],
    anyAal: true,
    params: T.Object({ id: T.String({ maxLength: 100 }) }),
    response: T.Unsafe<WireFormBody>({ type: 'object' }),
    async handler(ctx, { params }) {
      const form = kernel().registry.forms.get(params.id);
      if (!form || !permits(ctx, form.def.ability)) throw refused(ctx);
      const refusal = formRefusal(kernel(), ctx, form);
      if (refusal) throw refusal;
      return wireForm(kernel(), ctx, form.def);
    },
  }),
];

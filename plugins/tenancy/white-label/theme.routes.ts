import { defineRoute, invalid, T } from '../../../core/contract.ts';
import { Companies } from '../../foundation/companies/contract.ts';
import { CompanyContact, contactOf, Theme } from './theme.settings.ts';

const Done = T.Object({ message: T.String() });

export const themeRoutes = [
  defineRoute({
    id: 'white-label.theme-read',
    method: 'GET',
    path: '/configuration/theme',
    summary: 'Colours, font and default payment term',
    ability: ['read', 'Branding'],
    response: Theme.schema,
    handler: (ctx) => ctx.setting(Theme),
  }),
  defineRoute({
    id: 'white-label.save-theme',
    method: 'PUT',
    path: '/configuration/theme',
    summary: 'Change colours, font and default payment term',
    ability: ['update', 'Branding'],
    audit: 'white-label.theme-changed',
    body: Theme.schema,
    response: Done,
    async handler(ctx, { body }) {
      const offered = await ctx.use(Companies).paymentTerms(ctx.tenant);
      if (body.paymenttermDefault && !offered.includes(body.paymenttermDefault))
        throw invalid('paymenttermDefault', 'white-label.problem.term');
      await ctx.saveSetting(Theme, body);
      return { message: ctx.t('white-label.theme.saved') };
    },
  }),
  defineRoute({
    id: 'white-label.reset-theme',
    method: 'DELETE',
    path: '/configuration/theme',
    summary: "Go back to the platform's own look",
    ability: ['update', 'Branding'],
    audit: 'white-label.theme-reset',
    response: Done,
    async handler(ctx) {
      const { paymenttermDefault } = await ctx.setting(Theme);
      await ctx.saveSetting(Theme, paymenttermDefault ? { paymenttermDefault } : {});
      return { message: ctx.t('white-label.theme.reset') };
    },
  }),
  defineRoute({
    id: 'white-label.contact-read',
    method: 'GET',
    path: '/configuration/company-contact',
    summary: 'How the company is reached',
    ability: ['read', 'Branding'],
    response: CompanyContact.schema,
    handler: (ctx) => contactOf(ctx, ctx.tenant),
  }),
  defineRoute({
    id: 'white-label.save-contact',
    method: 'PUT',
    path: '/configuration/company-contact',
    summary: 'Change how the company is reached',
    ability: ['update', 'Branding'],
    audit: 'white-label.contact-changed',
    body: CompanyContact.schema,
    response: Done,
    async handler(ctx, { body }) {
      await ctx.saveSetting(CompanyContact, body);
      return { message: ctx.t('white-label.saved') };
    },
  }),
];

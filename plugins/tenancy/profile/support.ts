import { defineForm, defineRoute, defineSetting, T } from '../../../core/contract.ts';
import { Done } from './profile.schema.ts';

/** Where agencies find help: a web page or a mailbox, or nothing. */
const Address = T.String({ pattern: '^(?:(?:https://|mailto:)[^\\s<>"\']+)?$', maxLength: 300 });

export const SupportAddress = defineSetting({
  id: 'profile.support-address',
  title: 'profile.support.title',
  schema: Address,
  default: '',
  level: 'platform',
  read: ['update', 'Support'],
  write: ['update', 'Support'],
});

export const supportRoutes = [
  defineRoute({
    id: 'profile.support',
    method: 'GET',
    path: '/profile/support',
    summary: 'Where agencies find help, for the form',
    ability: ['update', 'Support'],
    response: T.Object({ address: T.String() }),
    handler: async (ctx) => ({ address: await ctx.setting(SupportAddress) }),
  }),
  defineRoute({
    id: 'profile.save-support',
    method: 'PUT',
    path: '/profile/support',
    summary: 'Say where agencies find help',
    ability: ['update', 'Support'],
    audit: 'profile.support-changed',
    body: T.Object({ address: T.Optional(Address) }),
    response: Done,
    async handler(ctx, { body }) {
      await ctx.saveSetting(SupportAddress, body.address ?? '');
      return { result: 'success', message: ctx.t('profile.saved') };
    },
  }),
];

export const supportForm = defineForm({
  id: 'profile.support-form',
  version: 1,
  title: 'profile.support.title',
  submit: 'profile.save-support',
  ability: ['update', 'Support'],
  schema: T.Object({ address: T.Optional(T.String({ maxLength: 300 })) }),
  ui: { address: { widget: 'text', placeholder: 'https://help.example.com' } },
});

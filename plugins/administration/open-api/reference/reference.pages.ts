import { definePage } from '../../../../core/contract.ts';

/** As the routes name them, in the order of the document. */
export const GROUPS = [
  'Access tokens',
  'Account',
  'Campaigns',
  'Clients',
  'Events',
  'Exclusions',
  'Leads',
  'Reports',
  'Users',
  'Webhooks',
  'Sandbox',
] as const;

const idOf = (name: string): string => name.toLowerCase().replaceAll(' ', '-');

export const referencePage = definePage({
  id: 'open-api.reference-page',
  path: '/developer/reference',
  title: 'open-api.reference.title',
  // Whoever writes a program need not have an account.
  ability: 'public',
  layout: 'bare',
  blocks: [
    {
      as: 'tabs',
      address: true,
      tabs: [
        { id: 'start', title: 'open-api.reference.start', blocks: [{ as: 'document', source: { route: 'open-api.reference' } }] },
        ...GROUPS.map((name) => ({
          id: idOf(name),
          title: `open-api.reference.group.${idOf(name)}`,
          blocks: [{ as: 'document' as const, source: { route: 'open-api.reference' as const, query: { group: { value: name } } } }],
        })),
      ],
    },
  ],
});

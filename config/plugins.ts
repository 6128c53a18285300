/**
 * The installed plugins: a folder below `plugins/` each, loaded in the order of their `requires`.
 * Adding one is a line here; switching one off for an agency is done at run time by the root operator.
 */
export const INSTALLED: readonly string[] = [
  'accounts',
  'agencies',
  'white-label',
  'clients',
  'profile',
  'registration',
  'campaigns',
  'capture',
  'wallet',
  'payments',
  'exclusions',
  'site-id',
  'reports',
  'integrations',
  'connector-webhook',
  'connector-zapier',
  'view-mode',
  'roles',
  'people',
  'user-log',
  'pricing',
  'agreements',
  'developer',
  'company-groups',
  'organizations',
];

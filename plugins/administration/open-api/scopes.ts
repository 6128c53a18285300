import type { ApiScope } from '../developer/contract.ts';

/** What keys may be good for. */
export const scopes: readonly ApiScope[] = [
  { id: 'clients:read', title: 'open-api.scope.clients-read' },
  { id: 'clients:write', title: 'open-api.scope.clients-write' },
  { id: 'users:read', title: 'open-api.scope.users-read' },
  { id: 'campaigns:read', title: 'open-api.scope.campaigns-read' },
  { id: 'campaigns:write', title: 'open-api.scope.campaigns-write' },
  { id: 'exclusions:read', title: 'open-api.scope.exclusions-read' },
  { id: 'exclusions:write', title: 'open-api.scope.exclusions-write' },
  { id: 'leads:read', title: 'open-api.scope.leads-read' },
  { id: 'reports:read', title: 'open-api.scope.reports-read' },
  { id: 'events:read', title: 'open-api.scope.events-read' },
  { id: 'webhooks:write', title: 'open-api.scope.webhooks-write' },
];

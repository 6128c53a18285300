import type { AddressGuard } from '../../foundation/companies/contract.ts';
import { rolesPort } from './people.service.ts';

/** Nobody gives another address to an account that has rights which they do not have themselves. */
export const withinOwnRights: AddressGuard = async (ctx, accountId) =>
  (await rolesPort(ctx).withinOwn(accountId)) ? null : 'roles.problem.more-rights';

import { flagOf } from '../../../core/contract.ts';
import type { UserFieldsOf } from '../../foundation/accounts/contract.ts';
import { personalRights } from './people.service.ts';
import { personById } from './roles.store.ts';

/** The signed-in user's role and permissions under the specification's names; `user_permissions` is JSON text there. */
export const roleUserFields: UserFieldsOf = {
  id: 'roles.user-fields',
  named: ['user_permissions'],
  async of(ctx) {
    const person = await personById(ctx.db, ctx.actor.id);
    if (!person) return {};
    const own = personalRights(ctx, person);
    const permissions = own.isOwner ? { ...own.permissions, report_analytics: true } : own.permissions;
    return {
      role_id: own.roleId,
      permission_active: flagOf(own.permissionActive),
      user_permissions: JSON.stringify(permissions),
    };
  },
};

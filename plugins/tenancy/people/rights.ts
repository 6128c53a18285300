import { type Ctx, isYes } from '../../../core/contract.ts';
import type { CompanyUserInput } from '../../foundation/companies/contract.ts';
import { chosenId } from '../../foundation/companies/shared.ts';
import { type PersonalChange, Roles } from '../roles/contract.ts';

/** Gives an account the role and personal restrictions that a call names; one that changes none of them asks for nothing. */
export async function giveRights(ctx: Ctx, accountId: number, input: CompanyUserInput): Promise<void> {
  if (!ctx.has(Roles)) return;
  const roles = ctx.use(Roles);
  const change: PersonalChange = {};
  const now = await roles.of(accountId);
  if (input.ClientRole !== undefined) {
    const roleId = chosenId(input.ClientRole, 'ClientRole', 'people.problem.role');
    if (roleId !== (now?.roleId ?? null)) change.roleId = roleId;
  }
  if (input.permission_active !== undefined) {
    const active = isYes(input.permission_active);
    if (active !== (now?.permissionActive ?? false)) change.permissionActive = active;
  }
  if (typeof input.user_permissions === 'string' && input.user_permissions !== '')
    change.permissions = roles.parse('user_permissions', input.user_permissions);
  if (Object.keys(change).length > 0) await roles.set(accountId, change);
}

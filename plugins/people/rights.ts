import { type Ctx, invalid } from '../../core/contract.ts';
import type { CompanyUserInput } from '../agencies/contract.ts';
import { type PersonalChange, Roles } from '../roles/contract.ts';

/** Gives an account the role and personal restrictions that a call names; one that changes none of them asks for nothing. */
export async function giveRights(ctx: Ctx, accountId: number, input: CompanyUserInput): Promise<void> {
  if (!ctx.has(Roles)) return;
  const roles = ctx.use(Roles);
  const change: PersonalChange = {};
  const now = await roles.of(accountId);
  if (input.ClientRole !== undefined) {
    const roleId = roleOf(input.ClientRole);
    if (roleId !== (now?.roleId ?? null)) change.roleId = roleId;
  }
  if (input.permission_active !== undefined) {
    const active = input.permission_active === 'T' || input.permission_active === true;
    if (active !== (now?.permissionActive ?? false)) change.permissionActive = active;
  }
  if (typeof input.user_permissions === 'string' && input.user_permissions !== '')
    change.permissions = roles.parse('user_permissions', input.user_permissions);
  if (Object.keys(change).length > 0) await roles.set(accountId, change);
}

/** A role's number, however callers write it; null for none. */
function roleOf(sent: number | string | null): number | null {
  if (sent === null || sent === '' || sent === 0 || sent === '0') return null;
  const id = Number(sent);
  if (!Number.isInteger(id) || id < 1 || id > 2_147_483_647) throw invalid('ClientRole', 'people.problem.role');
  return id;
}

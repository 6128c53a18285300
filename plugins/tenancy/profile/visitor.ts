import type { Ctx, UserType } from '../../../core/contract.ts';
import { userField } from '../../foundation/accounts/shared.ts';
import type { SetupState } from './contract.ts';
import { setupOf } from './setup.service.ts';

/** Who wants to enter a page, as far as the navigation rules look at them. */
export interface Visitor {
  userType: UserType | null;
  systemUser: boolean;
  /** Belongs to the root company. */
  root: boolean;
  /** An operator looks through this account. */
  viewMode: boolean;
  /** Asked for only where a rule needs it: what is cheap stands in front. */
  setup(): Promise<SetupState>;
  /** A field of the logged-in user that another plugin answers, such as `disable_client_add_campaign`. */
  field(name: string): Promise<unknown>;
}

export const visitorOf = (ctx: Ctx): Visitor => ({
  userType: ctx.actor.userType,
  systemUser: ctx.actor.isSystemUser,
  root: ctx.tenant.kind === 'root',
  viewMode: ctx.viewedBy !== null,
  setup: () => setupOf(ctx),
  field: (name) => userField(ctx, name),
});

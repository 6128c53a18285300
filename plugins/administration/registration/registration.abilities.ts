import type { AbilityRules } from '../../../core/contract.ts';

/** Sales people and owners of agencies send others to the platform. */
export const registrationAbilities: AbilityRules = ({ can }, { actor }) => {
  if (actor.userType === 'sales' || actor.userType === 'userdownline') can('read', 'ReferralLink');
};

import type { AbilityRules, UserType } from '../../../core/contract.ts';

const STAFF: readonly (UserType | null)[] = ['user', 'userdownline', 'administrator'];

/**
 * Everybody looks after their own profile. For the company speaks whoever may change its settings, for a client its own people.
 * `finish` tells the wizard's last buttons apart: clients go to their dashboard, the others to their settings.
 */
export const profileAbilities: AbilityRules = ({ can }, { actor, tenant, rights }) => {
  const { userType } = actor;
  if (userType === null || userType === 'sales') return;
  can('finish', userType === 'client' ? 'ClientSetup' : 'StaffSetup');
  if (userType === 'client' || rights.Settings.update) can('update', 'CompanyProfile');
  if (STAFF.includes(userType)) {
    can('answer', 'Questionnaire');
    can('read', 'QuestionnaireAnswer', { account_id: actor.id });
  }
  if (userType === 'userdownline') can('ask', 'Support');
  if (tenant.kind === 'root' && actor.isSystemUser && rights.Settings.update) can('update', 'Support');
};

import { type AbilityRules, ownedBy, type UserType } from '../../../core/contract.ts';

const READERS: readonly (UserType | null)[] = ['userdownline', 'administrator', 'client'];

/** Journeys are part of leads, and shown where leads are: to agencies and their clients, and not to the root company. */
export const journeyAbilities: AbilityRules = ({ can }, { actor, tenant, rights }) => {
  if (READERS.includes(actor.userType) && rights.LeadsPeek.enable)
    can('read', ['JourneyPage', 'JourneyLead', 'JourneyOrigin'], ownedBy(tenant));
};

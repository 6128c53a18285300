import { defineEvent, defineTrigger, T } from '../../../core/contract.ts';
import { LeadInput } from '../../connectors/integrations/contract.ts';

/** A lead was given back by its client, or found to be one that should not have been sold. */
export const LeadReturned = defineEvent({
  id: 'warranty.lead-returned',
  version: 1,
  payload: T.Object({ companyId: T.Integer(), leadId: T.String({ format: 'uuid' }) }),
});

/** The same, for connectors; with how the return stands when it is sent. */
export const ReturnedLead = defineTrigger({
  id: 'lead.returned',
  title: 'warranty.trigger.returned',
  gives: T.Object({
    ...LeadInput.properties,
    /** `returned`, `invalid`, `excluded`, `duplicate` or `out_of_area`. */
    returnCause: T.String(),
    /** What the client chose as the reason; empty where nobody asked. */
    returnReason: T.String(),
    /** `open`, `credited` or `declined`. */
    returnState: T.String(),
  }),
});

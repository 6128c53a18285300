const LEAD = 'lead:';

/** How deliveries name a lead. */
export const subjectOfLead = (id: string): string => LEAD + id;

/** The lead that a subject is, or null where it is something else. */
export const leadIn = (subject: string): string | null => (subject.startsWith(LEAD) ? subject.slice(LEAD.length) : null);

/** The id in a subject: `17` of `invoice:17`. */
export const idIn = (subject: string): string => subject.slice(subject.indexOf(':') + 1);

/** For how many days a lead may be given back, and is looked at again. */
export const WARRANTY_DAYS = 14;
/** Why a client gives a lead back. */
export const REASONS = ['bounced', 'wrong_number', 'wrong_person', 'duplicate', 'out_of_area', 'competitor', 'other'] as const;
export type Reason = (typeof REASONS)[number];
/** What makes a lead be credited; all but `returned` are found without anybody asking. */
export type Cause = 'returned' | 'invalid' | 'excluded' | 'duplicate' | 'out_of_area';
export const STATES = ['open', 'credited', 'declined'] as const;

/** The last moment at which a lead of `now` minus the warranty was still young enough. */
export const warrantySince = (now: Date): Date => new Date(now.getTime() - WARRANTY_DAYS * 86_400_000);

/** Live news of the list of returns. */
export const TOPIC = 'warranty';
/** The job that checks leads. */
export const CHECK = { id: 'warranty.check' } as const;

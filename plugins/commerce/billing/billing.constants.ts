/** Browsers that show bills reload at this topic's news. */
export const INVOICES_TOPIC = 'billing.invoices';
/** What the payment provider charges at least, in cents. */
export const LEAST_CENTS = 50;
/** The job that posts fees; a client that activates does not see its agency's books. */
export const POST_FEES = { id: 'billing.post-fees' } as const;

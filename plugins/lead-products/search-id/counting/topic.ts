/** Live topic: counts of keywords moved. */
export const COUNTS_TOPIC = 'search-id-counts';

/** Live topic: companies visited, or more is known of them. */
export const VISITING_TOPIC = 'visiting-companies';

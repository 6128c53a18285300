/** Live topic of the screens. */
export const TOPIC = 'google-sheets';

/** The fields that say something: an empty text would take away what the other system knows. */
export const filled = <V>(fields: Readonly<Record<string, V>>): Record<string, V> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));

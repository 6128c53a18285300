/** Whether anything in descriptors binds the field of the address' query. */
export const bindsQuery = (value: unknown, field: string): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  const { from, field: bound } = value as { from?: unknown; field?: unknown };
  return (from === 'query' && bound === field) || Object.values(value).some((one) => bindsQuery(one, field));
};

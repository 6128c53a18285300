/** How many people work at a company. */
export const SIZES = ['1-10', '11-50', '51-200', '201-500', '501-1000', '1001-5000', '5001+'] as const;

/** The size of so many employees; null where nobody knows. */
export function sizeOf(employees: number | null): (typeof SIZES)[number] | null {
  if (employees === null || employees < 1) return null;
  return SIZES.find((size) => employees <= Number(size.split('-')[1] ?? Infinity)) ?? null;
}

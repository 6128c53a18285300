const forPeople = new Intl.NumberFormat('en-US');

/** A whole number for people: `1,234`. */
export const shownCount = (count: number): string => forPeople.format(count);

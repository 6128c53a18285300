/** Longest time in one go that an operator looks through an account, in minutes; it cannot be prolonged. */
export const VIEW_MINUTES = 60;

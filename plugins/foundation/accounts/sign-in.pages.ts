/** The code page of a login under way. */
export const codePage = (email: string, challenge: string): string => `/verify-login?${new URLSearchParams({ email, challenge })}`;

/** Where somebody with accounts at several companies of the host says which one is meant. */
export const choicePage = (choice: string): string => `/choose-company/${choice}`;

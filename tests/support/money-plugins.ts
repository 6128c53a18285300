/** What the wallet needs to run, and nothing that would look for work besides. */
export const MONEY: readonly string[] = ['accounts', 'companies', 'agencies', 'clients', 'ledger', 'pricing', 'payments', 'wallet'];

// Written from the migrated database by `npm run rows`; tests/architecture/rows.test.ts compares.

/** A row of `opt_out_mail`. */
export interface MailRow {
  whom: Buffer;
  mails: number;
  since: Date;
}

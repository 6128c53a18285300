/**
 * The fault campaigns and the models of money at full length (`npm run test:faults`), about an hour on two cores. `FAULT_ROUNDS` says how
 * often something is killed; the models run in proportion.
 */
process.env['FAULT_ROUNDS'] ??= '200';
process.argv.push(
  'tests/faults/payments',
  'tests/money/ledger-model',
  'tests/money/idempotence',
  'tests/money/hot-wallet',
  'plugins/foundation/accounts/lockout',
);
await import('./test.ts');

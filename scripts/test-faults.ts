/** The fault campaigns over payments at full length (`npm run test:faults`); `FAULT_ROUNDS` says how often a process is killed. */
process.env['FAULT_ROUNDS'] ??= '200';
process.argv.push('tests/faults/payments');
await import('./test.ts');

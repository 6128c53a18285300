import { failed, migrateOnly, runProcess } from './boot/process.ts';

/** `node core/main.ts` migrates and serves with the roles of `ROLES`; `node core/main.ts migrate` only migrates. Anything else does neither. */
async function main(words: readonly string[]): Promise<void> {
  if (words.length === 0) return runProcess();
  if (words.length === 1 && words[0] === 'migrate') return migrateOnly();
  throw new Error(`Unknown command "${words.join(' ')}": say nothing to migrate and serve, or "migrate" to migrate only.`);
}

main(process.argv.slice(2)).catch(failed);

import { failed, migrateOnly, runProcess } from './boot/process.ts';

/** `node core/main.ts` migrates and serves with the roles of `ROLES`; `node core/main.ts migrate` only migrates. */
(process.argv[2] === 'migrate' ? migrateOnly() : runProcess()).catch(failed);

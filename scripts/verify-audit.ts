/**
 * Recomputes the whole log: `npm run verify-audit`. Names the first broken row of each root company and exits with 1 when there is
 * one; needs the same APP_SECRET, database and AUDIT_DIR as the product.
 */
import { derivedKey, loadConfig } from '../config/default.ts';
import { openDatabase } from '../core/boot/database.ts';
import { CHAIN_KEY } from '../core/audit/chain.ts';
import { faultText, verifyAudit } from '../core/audit/verify.ts';
import { openPool } from '../core/data/knex.ts';

const config = loadConfig();
const database = await openDatabase(config, (line) => console.error(line));
const platform = openPool({ url: database.url, max: 1, name: 'verify-audit', scope: 'platform', statementTimeoutMs: 600_000 });
try {
  const { checked, waiting, faults } = await verifyAudit(platform, derivedKey(config, CHAIN_KEY), config.auditDir);
  for (const fault of faults) console.error(faultText(fault));
  console.log(`${checked} rows checked, ${waiting} waiting for their link, ${faults.length === 0 ? 'nothing is broken' : 'BROKEN'}.`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  await platform.destroy();
  await database.stop();
}

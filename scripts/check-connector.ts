/** Says what is wrong with documents that describe connectors (`npm run check:connector -- acme-crm.json`); ends with 1 where something is. */
import { readFileSync } from 'node:fs';
import { loadCatalogue } from '../core/i18n/catalogue.ts';
import { readDocument } from '../plugins/connectors/declarative-connectors/format/read.ts';
import plugin from '../plugins/connectors/declarative-connectors/index.ts';

const texts = loadCatalogue([plugin]);
const say = (key: string, params: Record<string, string | number>): string => texts.t('en', `declarative-connectors.${key}`, params);
for (const file of process.argv.slice(2)) {
  const { faults } = readDocument(readFileSync(file, 'utf8'));
  for (const { line, column, pointer, code, params, near } of faults)
    console.log(
      [`${file}:${line}:${column}`, pointer, say(`fault.${code}`, params), near === undefined ? '' : say('did-you-mean', { name: near })]
        .filter(Boolean)
        .join(' '),
    );
  if (faults.length === 0) console.log(`${file}: no errors`);
  else process.exitCode = 1;
}

import { expect, test } from 'vitest';
import { INSTALLED } from '../../config/plugins.ts';
import { loadPlugins } from '../../core/boot/load.ts';
import type { Schema } from '../support/valid-values.ts';

/** Names that a call may leave empty, and what that means. */
const MAY_BE_EMPTY: Record<string, string> = {
  'accounts.forget-password.domainName': 'a claim about the host, compared and not kept',
  'accounts.login.domainName': 'a claim about the host, compared and not kept',
  'registration.register.domainName': 'a claim about the host, compared and not kept',
  'companies.create-user.ClientCompanyName': 'people of the own company have none; the shared check refuses it for a company',
  'companies.update-user.ClientCompanyName': 'people of the own company have none; the shared check refuses it for a company',
  'agreements.accept-feature.company_name': 'a claim; the acceptance names the company as it is',
  'agreements.accept-feature.feature_name': 'a claim; the acceptance names the feature as it is',
  'developer.accept-agreement.company_name': 'a claim; the acceptance names the company as it is',
  'developer.accept-agreement-question.company_name': 'the same, asked before it',
  'agreements.save-operator.legal_name': 'empty: the company’s own name stands in documents',
  'profile.save-company.industry_name': 'only said of the industry "other"',
  'profile.update.industry_name': 'only said of the industry "other"',
};

/** Every property of the schema that is called a name and may hold no character. */
function emptyNames(schema: Schema | undefined, at: string): string[] {
  if (!schema) return [];
  const found = Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => {
    const texts = [inner, ...(inner.anyOf ?? [])].filter((s) => s.type === 'string' && !s.enum && !s.pattern);
    const isOpen = /name$/i.test(name) && texts.some((s) => !s.minLength);
    return [...(isOpen ? [`${at}.${name}`] : []), ...emptyNames(inner, `${at}.${name}`)];
  });
  return [...found, ...emptyNames(schema.items, at), ...(schema.anyOf ?? []).flatMap((s) => emptyNames(s, at))];
}

test('no call takes an empty name for one', async () => {
  const plugins = (await loadPlugins(INSTALLED)).flatMap(({ plugin }) => plugin ?? []);
  const open = plugins.flatMap((p) => (p.routes ?? []).flatMap((route) => emptyNames(route.body as Schema | undefined, route.id)));
  expect(open.filter((name) => !(name in MAY_BE_EMPTY)).sort()).toEqual([]);
});

import type { CompanyFactsOf, NodeFacts } from '../../foundation/companies/contract.ts';
import { domainsOf } from './domains.service.ts';

/** Where agencies answer: their subdomain, and the domain of their own. */
export const hostFacts: CompanyFactsOf = {
  id: 'white-label',
  async of(ctx, companyIds) {
    const domains = domainsOf(ctx);
    const [subdomains, own] = await ctx.together([() => domains.subdomainsOf(companyIds), () => domains.domainsOf(companyIds)]);
    const facts = new Map<number, NodeFacts>();
    for (const [id, label] of subdomains) facts.set(id, { subdomain: label, orisubdomain: label });
    for (const [id, { domain }] of own) facts.set(id, { ...facts.get(id), domain });
    return facts;
  },
};

import { defineEvent, definePort, T, type Tenant } from '../../core/contract.ts';

/** The company tree as other plugins use it. */
export interface CompaniesApi {
  /** Creates a company below `parent`; the name is trimmed and 1 to 200 characters long. */
  create(input: { kind: 'agency' | 'client'; parent: Tenant; name: string }): Promise<Tenant>;
  rename(companyId: number, name: string): Promise<void>;
  /** Soft delete: the company is gone for everybody at once, its rows stay for 30 days. */
  remove(companyId: number): Promise<void>;
  /** Which products are on for a company: root's grant, the agency's and the client's own narrowing. */
  modules(company: Tenant): Promise<{ product: string; plugin: string; on: boolean }[]>;
}
export const Companies = definePort<CompaniesApi>('agencies.v1');

export const AgencyCreated = defineEvent({ id: 'agencies.agency-created', version: 1, payload: T.Object({ agencyId: T.Integer() }) });
export const CompanyRemoved = defineEvent({ id: 'agencies.company-removed', version: 1, payload: T.Object({ companyId: T.Integer() }) });
/** Root switched a module for an agency. */
export const ModuleSwitched = defineEvent({
  id: 'agencies.module-switched', version: 1,
  payload: T.Object({ agencyId: T.Integer(), plugin: T.String(), on: T.Boolean() }),
});

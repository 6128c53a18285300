import { setDeveloperMode } from './profile-input.ts';
import { agencyOf, choiceOf, isOn } from './selections.service.ts';
import { AgencyPlans } from '../../tenancy/agency-plans/contract.ts';
import { CompanyId, companyRoutes, Id, listed, productsOn } from '../../foundation/companies/shared.ts';
import { Accounts } from '../../foundation/accounts/contract.ts';
import { AGENCY_NEWS, Companies, CompanyUser, type CompanyUserRow } from '../../foundation/companies/contract.ts';
import { type Ctx, defineRoute, Flag, List, listOf, notFound, type Static, T } from '../../../core/contract.ts';
import { Domains } from '../../tenancy/white-label/contract.ts';
import { AgencyListQuery, askedAgencies } from './list-filters.ts';
import { EditedAgency, NewAgency } from './agencies.schema.ts';
import { type AgencyInput, agencyPage, createAgency, oneAgency, removeAgency, updateAgency } from './agencies.service.ts';
import { agencies, hostsOf } from './agencies.store.ts';

const Options = T.Object({ options: T.Array(T.Object({ value: T.String(), label: T.String() })) });

/** The forms name what is on; the specification's calls say of each whether it is. */
function selected(ctx: Ctx, body: Static<typeof NewAgency>): AgencyInput {
  const { selectedterms, selectedmodules, ...rest } = body;
  return {
    ...rest,
    ...(selectedterms ? { selectedterms: selectedterms.map((term) => ({ term, status: true })) } : {}),
    ...(selectedmodules
      ? {
          selectedmodules: [...new Set([...productsOn(ctx).map(({ product }) => product), ...selectedmodules])].map((type) => ({
            type,
            status: selectedmodules.includes(type),
          })),
        }
      : {}),
  };
}

const STATES = ['active', 'invited', 'suspended', 'payment_failed'] as const;

function stateOf({ payment_status, status_acc }: CompanyUserRow, invited: boolean): (typeof STATES)[number] {
  if (payment_status === 'failed') return 'payment_failed';
  if (status_acc === 'suspended') return 'suspended';
  return invited ? 'invited' : 'active';
}

/** The agency list of the root and what can be done to a row of it. */
export const agencyRoutes = [
  defineRoute({
    id: 'agencies.rows',
    method: 'GET',
    path: '/agencies',
    summary: 'Agencies with their owners',
    ability: ['read', 'Agency'],
    query: AgencyListQuery,
    response: List(CompanyUser),
    async handler(ctx, { query }) {
      const at = askedAgencies(query);
      const { rows, total } = await agencyPage(ctx, at);
      return listOf(rows, total, at);
    },
  }),
  defineRoute({
    id: 'agencies.module-options',
    method: 'GET',
    path: '/agencies/module-options',
    summary: 'Products that root can give an agency (rootmodules)',
    ability: ['oversee', 'Agency'],
    response: Options,
    handler: async (ctx) => ({ options: (await choiceOf(ctx, ctx.tenant)).rootmodules }),
  }),
  defineRoute({
    id: 'agencies.term-options',
    method: 'GET',
    path: '/agencies/term-options',
    summary: 'Payment terms that root offers (rootpaymentterm)',
    ability: ['oversee', 'Agency'],
    response: Options,
    handler: async (ctx) => ({ options: (await choiceOf(ctx, ctx.tenant)).rootpaymentterm }),
  }),
  defineRoute({
    id: 'agencies.one',
    method: 'GET',
    path: '/agencies/:companyId',
    summary: 'One agency, for its form',
    ability: ['update', 'Agency'],
    params: CompanyId,
    // Open for the fields that operators added.
    response: T.Object(
      {
        ClientCompanyName: T.String(),
        ClientFullName: T.String(),
        ClientEmail: T.String(),
        ClientPhone: T.String(),
        DownlineSubDomain: T.String(),
        DownlineDomain: T.String(),
        DownlineOrganizationID: T.Union([T.String(), T.Null()]),
        ClientWhiteLabeling: T.String(),
        defaultAdmin: T.String(),
        package_id: T.Union([T.String(), T.Null()]),
        selectedterms: T.Array(T.String()),
        selectedmodules: T.Array(T.String()),
      },
      { additionalProperties: true },
    ),
    async handler(ctx, { params }) {
      const row = await agencies.find(ctx, params.companyId, 'update');
      const agency = row && (await ctx.company(row.company_id));
      if (!row || !agency) throw notFound();
      const choice = await choiceOf(ctx, agency);
      return {
        ...(await agencies.extraOf(ctx, params.companyId)),
        ClientCompanyName: row.company_name,
        ClientFullName: row.name,
        ClientEmail: row.email,
        ClientPhone: row.phonenum,
        DownlineSubDomain: (ctx.has(Domains) && (await ctx.use(Domains).subdomainsOf([row.company_id])).get(row.company_id)) || '',
        DownlineDomain: (ctx.has(Domains) && (await ctx.use(Domains).domainsOf([row.company_id])).get(row.company_id)?.domain) || '',
        DownlineOrganizationID: row.external_organizationid ?? null,
        ClientWhiteLabeling: row.is_whitelabeling ?? 'F',
        defaultAdmin: row.default_admin ?? 'F',
        package_id: ctx.has(AgencyPlans) ? await ctx.use(AgencyPlans).planOf(row.company_id) : null,
        selectedterms: choice.selected_payment_term.filter(isOn).map(({ term }) => term),
        selectedmodules: choice.selected_modules.filter(isOn).map(({ type }) => type),
      };
    },
  }),
  defineRoute({
    id: 'agencies.overview',
    method: 'GET',
    path: '/agencies/:companyId/overview',
    summary: 'What an operator wants to know of an agency at a glance',
    ability: ['read', 'Agency'],
    params: CompanyId,
    response: T.Object({
      ...CompanyUser.properties,
      /** What matters most of how it stands, and why in a sentence; empty where nothing is wrong. */
      state: T.Enum([...STATES]),
      statetext: T.String(),
      plan: T.String(),
      terms: T.String(),
      hosts: T.Array(T.String()),
      clients: T.Integer(),
      sales: T.Array(T.String()),
    }),
    async handler(ctx, { params }) {
      const row = await oneAgency(ctx, params.companyId);
      const agency = (await ctx.company(row.company_id))!;
      const invited = row.id !== null && (await ctx.use(Accounts).invited([row.id])).size > 0;
      const state = stateOf(row, invited);
      const terms = (await ctx.use(Companies).paymentTerms(agency)).map((term) => ctx.t(`agencies.payment-term.${term}`));
      return {
        ...row,
        state,
        statetext: state === 'active' ? '' : ctx.t(`agencies.state.${state}.why`, { name: row.name }),
        plan: row.package_label ?? '',
        terms: listed(ctx, terms),
        sales: row.sales ?? [],
        clients: row.children ?? 0,
        hosts: await hostsOf(ctx, row.company_id),
      };
    },
  }),
  defineRoute({
    id: 'agencies.api-mode',
    method: 'PUT',
    path: '/configuration/agencies/api-mode',
    summary: 'Switch developer mode of an agency',
    ability: ['update', 'Agency'],
    stepUp: true,
    body: T.Object({ companyID: Id, ApiMode: Flag }),
    response: T.Object({ result: T.String(), message: T.String() }),
    async handler(ctx, { body }) {
      const agency = await agencyOf(ctx, body.companyID, 'update');
      await setDeveloperMode(ctx, agency.id, body.ApiMode);
      await ctx.live(AGENCY_NEWS);
      return { result: 'success', message: ctx.t('agencies.saved') };
    },
  }),
  ...companyRoutes({
    id: 'agencies',
    subject: 'Agency',
    noun: 'an agency',
    added: NewAgency,
    changed: EditedAgency,
    create: (ctx, input, extra) => createAgency(ctx, selected(ctx, input), extra),
    update: (ctx, companyId, input, extra) => updateAgency(ctx, companyId, selected(ctx, input), { extra }),
    remove: removeAgency,
  }),
];

import { Companies } from '../../foundation/companies/contract.ts';
import { productsOn } from '../../foundation/companies/shared.ts';
import { conflict, type Ctx, defineRoute, Flag, flagOf, notFound, T } from '../../../core/contract.ts';
import { readCompany } from './company.store.ts';
import { savePerson } from './person.store.ts';
import { Done, UserId } from './profile.schema.ts';
import { actorsPerson, setupOf } from './setup.service.ts';

const MenuEntry = T.Object({ type: T.String(), name: T.String(), url: T.String() });
const Beta = T.Object({ id: T.String(), slug: T.String(), name: T.String(), is_beta: Flag, apply_to_all_agency: Flag, status: Flag });
/** Where everybody but clients goes on; a client's start page is its dashboard. */
const GENERAL_SETTINGS = '/configuration/general-setting';
const ByUser = T.Object({ userId: UserId });

/** Each of these is about oneself; somebody else's number answers like one that nobody has. */
const refuseOthers = (ctx: Ctx, userId: number): void => {
  if (userId !== ctx.actor.id) throw notFound();
};

export const setupRoutes = [
  defineRoute({
    id: 'profile.check-setup',
    method: 'GET',
    path: '/user/checksetupcomplete/:userId',
    summary: 'How one stands with setting up and paying',
    ability: 'signed-in',
    params: ByUser,
    response: T.Object({
      setupcomplete: Flag,
      accessmodule: T.String(),
      fcampid: T.String(),
      finamt: T.String(),
      isBeta: T.Boolean(),
      betaFeature: T.Record(T.String(), Beta),
      paymentStatusFailed: T.Boolean(),
      clientsidebar: T.Array(MenuEntry),
      rootsidemenu: T.Array(MenuEntry),
      sidemenu: T.Array(MenuEntry),
    }),
    async handler(ctx, { params }) {
      refuseOthers(ctx, params.userId);
      const { setupcomplete, accessmodule, fcampid, finamt, paymentStatusFailed } = await setupOf(ctx);
      const menu = productsOn(ctx).map(({ product }) => ({ type: product, ...ctx.named(product) }));
      const { isBeta, betaFeature } = await ctx.use(Companies).beta(ctx.tenant);
      return {
        setupcomplete,
        accessmodule,
        fcampid,
        finamt,
        isBeta,
        betaFeature,
        paymentStatusFailed,
        // One list under the specification's three names: what is on for the company, as it is called here.
        clientsidebar: ctx.tenant.kind === 'client' ? menu : [],
        rootsidemenu: menu,
        sidemenu: menu,
      };
    },
  }),
  defineRoute({
    id: 'profile.onboarding',
    method: 'GET',
    path: '/user/onboarding-status/:userId',
    summary: 'How far one is with the set-up',
    ability: 'signed-in',
    params: ByUser,
    response: T.Object({
      onboarding_status: Flag,
      profile_setup_completed: Flag,
      questionnaire_setup_completed: Flag,
      /** The step to go on with, from 0. */
      step: T.Integer(),
    }),
    async handler(ctx, { params }) {
      refuseOthers(ctx, params.userId);
      const { setupCompleted, questionnaireCompleted } = await actorsPerson(ctx);
      return {
        onboarding_status: flagOf(setupCompleted && questionnaireCompleted),
        profile_setup_completed: flagOf(setupCompleted),
        questionnaire_setup_completed: flagOf(questionnaireCompleted),
        step: (await personFault(ctx)) === null ? 1 : 0,
      };
    },
  }),
  defineRoute({
    id: 'profile.setup-complete',
    method: 'PUT',
    path: '/leadspeek/user/setupcomplete',
    summary: 'The set-up is done',
    ability: 'signed-in',
    audit: 'profile.setup-completed',
    body: T.Object({ usrID: UserId, statuscomplete: T.Optional(Flag) }),
    response: T.Object({ ...Done.properties, setupcomplete: Flag, go: T.String() }),
    async handler(ctx, { body }) {
      refuseOthers(ctx, body.usrID);
      const done = body.statuscomplete !== 'F';
      if (done) await refuseUnfinished(ctx);
      await savePerson(ctx.db, { id: ctx.actor.id, companyId: ctx.tenant.id }, { setupCompleted: done });
      const go = ctx.actor.userType === 'client' ? '/' : GENERAL_SETTINGS;
      return { result: 'success', message: ctx.t('profile.setup.done'), setupcomplete: flagOf(done), go };
    },
  }),
  defineRoute({
    id: 'profile.person-check',
    method: 'GET',
    path: '/profile/setup/person',
    summary: 'Whether the first step of the set-up is complete',
    ability: 'signed-in',
    response: T.Object({ result: T.String() }),
    async handler(ctx) {
      const fault = await personFault(ctx);
      if (fault) throw conflict(fault);
      return { result: 'success' };
    },
  }),
  defineRoute({
    id: 'profile.company-check',
    method: 'GET',
    path: '/profile/setup/company',
    summary: 'Whether the second step of the set-up is complete',
    ability: 'signed-in',
    response: T.Object({ result: T.String() }),
    async handler(ctx) {
      const fault = await companyFault(ctx);
      if (fault) throw conflict(fault);
      return { result: 'success' };
    },
  }),
];

async function refuseUnfinished(ctx: Ctx): Promise<void> {
  const fault = (await personFault(ctx)) ?? (await companyFault(ctx));
  if (fault) throw conflict(fault);
}

/** What the first step still lacks, as a message key. */
async function personFault(ctx: Ctx): Promise<string | null> {
  const { address, city, zip } = await actorsPerson(ctx);
  return address && city && zip ? null : 'profile.setup.person-missing';
}

/** What the second step still lacks; nothing for people who do not speak for their company. */
async function companyFault(ctx: Ctx): Promise<string | null> {
  if (!ctx.can('update', 'CompanyProfile')) return null;
  const { industry_id, address } = await readCompany(ctx.db, ctx.tenant.id);
  return industry_id !== null && address ? null : 'profile.setup.company-missing';
}

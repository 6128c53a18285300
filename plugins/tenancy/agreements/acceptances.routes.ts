import {
  type Ctx,
  defineRoute,
  FileResponse,
  Flag,
  flagOf,
  invalid,
  List,
  listOf,
  notFound,
  pageOf,
  pageOfAll,
  T,
} from '../../../core/contract.ts';
import { acceptancesOf, signedCopy } from './acceptances.store.ts';
import { agreementsOf } from './agreements.service.ts';
import type { AgreementDocument } from './contract.ts';
import { definitions, readDocument } from './documents.service.ts';
import { signedPage } from './signed-page.ts';
import { Paging } from './paging.ts';

const Id = T.Integer({ minimum: 1, maximum: 2_147_483_647 });
/** The slug of a feature, with or without its plugin's name before it. */
const FeatureId = T.String({ pattern: '^(?:[a-z0-9-]+\\.)?[a-z0-9_]+$', maxLength: 100 });
const Time = T.Union([T.String(), T.Null()]);

/** The document that a feature needs; 404 for a feature that needs none. */
function documentFor(ctx: Ctx, featureId: string): AgreementDocument & { feature: NonNullable<AgreementDocument['feature']> } {
  const slug = featureId.split('.').at(-1);
  const document = definitions(ctx).find((d) => d.feature?.slug === slug);
  if (!document?.feature) throw notFound();
  return { ...document, feature: document.feature };
}

const featureStatus = defineRoute({
  id: 'agreements.feature-status',
  method: 'GET',
  path: '/agreements/feature/:user_id/:feature_id',
  summary: "Whether the caller's company accepted the agreement of a feature",
  ability: 'signed-in',
  params: T.Object({ user_id: Id, feature_id: FeatureId }),
  response: T.Object({
    status: Flag,
    /** End of the notice of a new version; until then the feature works on. */
    blocks_at: Time,
    version: T.Integer(),
    accepted_version: T.Union([T.Integer(), T.Null()]),
    sha256: T.String(),
  }),
  async handler(ctx, { params }) {
    if (params.user_id !== ctx.actor.id) throw notFound();
    const document = documentFor(ctx, params.feature_id);
    const at = await agreementsOf(ctx).status(document.name);
    const { sha256 } = await readDocument(ctx, document.name);
    return {
      status: flagOf(at.accepted),
      blocks_at: at.blocksAt?.toISOString() ?? null,
      version: at.latestVersion,
      accepted_version: at.acceptedVersion,
      sha256,
    };
  },
});

const acceptFeature = defineRoute({
  id: 'agreements.accept-feature',
  method: 'POST',
  path: '/agreements/feature',
  summary: 'Accept the agreement of a feature for the own company',
  ability: ['accept', 'Acceptance'],
  viewMode: 'deny',
  rate: 'agreements.accept',
  body: T.Object({
    feature_id: FeatureId,
    feature_name: T.Optional(T.String({ maxLength: 100 })),
    // Claims: whoever calls accepts for themselves and their own company, and these must say the same.
    user_id: T.Optional(Id),
    company_id: T.Optional(Id),
    company_name: T.Optional(T.String({ maxLength: 200 })),
    is_marketing_services_agreement_feature: Flag,
    location_menu: T.Optional(T.String({ maxLength: 200 })),
    /** Of the text that was shown: another text than that is not accepted. */
    sha256: T.Optional(T.String({ pattern: '^[0-9a-f]{64}$' })),
  }),
  response: T.Object({ result: T.String(), message: T.String(), status: T.Enum(['T']), version: T.Integer(), sha256: T.String() }),
  async handler(ctx, { body }) {
    if ((body.user_id ?? ctx.actor.id) !== ctx.actor.id || (body.company_id ?? ctx.tenant.id) !== ctx.tenant.id) throw notFound();
    const document = documentFor(ctx, body.feature_id);
    if (body.is_marketing_services_agreement_feature !== 'T')
      throw invalid('is_marketing_services_agreement_feature', 'agreements.problem.agree');
    const done = await agreementsOf(ctx).accept({
      document: document.name,
      locationMenu: body.location_menu ?? '',
      sha256: body.sha256,
      feature: { id: document.feature.slug, name: document.feature.name },
    });
    return { result: 'success', message: ctx.t('agreements.accepted'), status: 'T' as const, ...done };
  },
});

const Standing = T.Object({
  name: T.String(),
  title: T.String(),
  feature_id: T.String(),
  feature_name: T.String(),
  /** `accepted`, `notice` (a new version is to be accepted until `blocks_at`) or `needed`. */
  state: T.Enum(['accepted', 'notice', 'needed']),
  blocks_at: Time,
  version: T.Integer(),
});

const standings = defineRoute({
  id: 'agreements.standings',
  method: 'GET',
  path: '/agreements/standing',
  summary: 'How the own company stands to the agreements of features',
  ability: ['read', 'Acceptance'],
  query: Paging,
  response: List(Standing),
  async handler(ctx, { query }) {
    const rows = [];
    for (const document of definitions(ctx)) {
      if (!document.feature) continue;
      const at = await agreementsOf(ctx).status(document.name);
      rows.push({
        name: document.name,
        title: ctx.t(document.title),
        feature_id: document.feature.slug,
        feature_name: document.feature.name,
        state: at.accepted ? ('accepted' as const) : at.blocked ? ('needed' as const) : ('notice' as const),
        blocks_at: at.blocksAt?.toISOString() ?? null,
        version: at.latestVersion,
      });
    }
    return pageOfAll(rows, query);
  },
});

const Row = T.Object({
  id: T.Integer(),
  title: T.String(),
  document: T.String(),
  version: T.Integer(),
  feature_id: T.String(),
  feature_name: T.String(),
  user_id: T.Integer(),
  is_marketing_services_agreement_feature: T.Enum(['T']),
  company_id: T.Integer(),
  company_name: T.String(),
  location_menu: T.String(),
  signer_name: T.String(),
  ip: T.String(),
  agent: T.String(),
  sha256: T.String(),
  accepted_at: T.String(),
});

const acceptances = defineRoute({
  id: 'agreements.acceptances',
  method: 'GET',
  path: '/agreements/acceptances',
  summary: 'What the own company accepted',
  ability: ['read', 'Acceptance'],
  query: Paging,
  response: List(Row),
  async handler(ctx, { query }) {
    const page = pageOf(query);
    const { rows, total } = await acceptancesOf(ctx, ctx.tenant.id, page);
    const shown = rows.map((row) => ({
      ...row,
      title: titleOf(ctx, row.document),
      is_marketing_services_agreement_feature: 'T' as const,
      sha256: row.sha256.toString('hex'),
      accepted_at: row.accepted_at.toISOString(),
    }));
    return listOf(shown, total, page);
  },
});

const copy = defineRoute({
  id: 'agreements.signed-copy',
  method: 'GET',
  path: '/agreements/acceptances/:id/copy',
  summary: 'The very text that was accepted, with who accepted it and when',
  ability: ['read', 'Acceptance'],
  withoutStepUp: 'one text that the reader has signed themselves',
  params: T.Object({ id: Id }),
  response: FileResponse,
  async handler(ctx, { params }) {
    const signed = await signedCopy(ctx, params.id);
    if (!signed) throw notFound();
    return {
      filename: `${signed.document}-v${signed.version}.html`,
      type: 'text/html; charset=utf-8',
      body: signedPage(ctx, titleOf(ctx, signed.document), signed),
    };
  },
});

/** A document whose plugin is gone is called by its name. */
function titleOf(ctx: Ctx, name: string): string {
  const document = definitions(ctx).find((d) => d.name === name);
  return document ? ctx.t(document.title) : name;
}

export const acceptanceRoutes = [featureStatus, acceptFeature, standings, acceptances, copy];

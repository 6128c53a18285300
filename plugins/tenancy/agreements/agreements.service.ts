import { conflict, type Ctx, denied, notFound, Problem, type Tenant } from '../../../core/contract.ts';
import { acceptedVersion, insertAcceptance, keepCopy } from './acceptances.store.ts';
import { type AcceptanceInput, AgreementAccepted, type AgreementsApi, type AgreementStatus } from './contract.ts';
import { type Dated, datedVersions, definitionOf, NOTICE_DAYS, readDocument } from './documents.service.ts';

const DAY = 86_400_000;

/** The port's implementation for one call. */
export const agreementsOf = (ctx: Ctx): AgreementsApi => ({
  accepted: async (document, companyId) => !(await status(ctx, document, companyId)).blocked,
  status: (document, companyId) => status(ctx, document, companyId),
  accept: (input) => accept(ctx, input),
});

/** How a company stands to a document. Throws 404 for a document or a company that is not there. */
async function status(ctx: Ctx, name: string, companyId?: number): Promise<AgreementStatus> {
  const company = companyId === undefined || companyId === ctx.tenant.id ? ctx.tenant : await ctx.company(companyId);
  if (!company) throw notFound();
  const versions = await datedVersions(ctx, definitionOf(ctx, name));
  return standing(name, versions, await acceptedVersion(ctx, company.id, name), ctx.now);
}

/** The rule: the latest material version counts; whoever accepted an earlier one has the notice of the first they missed. */
export function standing(document: string, versions: readonly Dated[], accepted: number | null, now: Date): AgreementStatus {
  const asked = versionsAsked(versions);
  const missed = asked.find((v) => v.version > (accepted ?? 0));
  const blocksAt = missed && accepted !== null ? noticeEnds(missed) : null;
  return {
    document,
    accepted: missed === undefined,
    blocked: missed !== undefined && (blocksAt === null || blocksAt <= now),
    blocksAt,
    acceptedVersion: accepted,
    latestVersion: latestAsked(versions),
  };
}

/** The versions that are to be accepted, oldest first: the material ones, or where there are none the first of all. */
function versionsAsked(versions: readonly Dated[]): Dated[] {
  const material = versions.filter((v) => v.material).sort((a, b) => a.version - b.version);
  return material.length > 0 ? material : versions.slice(-1);
}
/** The version that whoever accepts now has to have accepted. */
export const latestAsked = (versions: readonly Dated[]): number => versionsAsked(versions).at(-1)!.version;

/** Fourteen days after publication, and never before the text takes effect. */
const noticeEnds = (version: Dated): Date =>
  new Date(Math.max(version.published_at.getTime() + NOTICE_DAYS * DAY, Date.parse(version.effective_on)));

/** Throws unless the actor themselves may bind their company; nobody can in view mode. */
function mustMayAccept(ctx: Ctx): Tenant {
  if (ctx.viewedBy) throw new Problem(403, 'core.problem.view-mode');
  if (ctx.actor.kind !== 'user' || !ctx.can('accept', 'Acceptance', { company_id: ctx.tenant.id })) throw denied();
  return ctx.tenant;
}

async function accept(ctx: Ctx, input: AcceptanceInput): Promise<{ version: number; sha256: string }> {
  const company = mustMayAccept(ctx);
  const text = await readDocument(ctx, input.document);
  if (input.sha256 && input.sha256 !== text.sha256) throw conflict('agreements.problem.text-changed');
  const hash = Buffer.from(text.sha256, 'hex');
  await keepCopy(ctx, company.id, hash, text.html);
  const isNew = await insertAcceptance(ctx, {
    company_id: company.id,
    document: text.name,
    version: text.version,
    locale: text.locale,
    feature_id: input.feature?.id ?? '',
    feature_name: input.feature?.name ?? '',
    company_name: company.name,
    location_menu: input.locationMenu,
    occasion: input.occasion ?? '',
    sha256: hash,
    user_id: ctx.actor.id,
    signer_name: ctx.actor.name,
    signer_email: ctx.actor.email,
    ip: ctx.ip,
    agent: ctx.agent,
  });
  if (isNew) {
    await ctx.emit(AgreementAccepted, { companyId: company.id, document: text.name, documentVersion: text.version });
    await ctx.audit({
      action: 'agreements.accepted',
      description: `Accepted ${text.name}, version ${text.version}`,
      target: text.name,
      detail: { version: text.version, sha256: text.sha256, location: input.locationMenu },
    });
  }
  return { version: text.version, sha256: text.sha256 };
}

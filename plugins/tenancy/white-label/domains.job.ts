import { type Ctx, defineJob, Dns, HostsPort, T } from '../../../core/contract.ts';
import { mailOwner } from '../../foundation/accounts/shared.ts';
import { instructionsOf, type Instructions } from './domains.service.ts';
import { type Claim, type DomainFault, forgetClaim, noteCheck, takeDueClaims } from './domains.store.ts';

const MINUTE = 60;
const DAY = 24 * 3600;
/** A claim that nobody proves is given up after this long. */
const PATIENCE_DAYS = 14;
/** A proven domain may fail this many daily looks before it no longer answers. */
const MOST_FAILURES = 3;

/** Looks at the DNS of claimed domains: new ones often, proven ones daily, and lets go of those whose time is over. */
export const checkDomains = defineJob({
  id: 'white-label.check-domains',
  payload: T.Object({}),
  timeoutMs: 60_000,
  db: 'intent',
  queue: {
    agencies: async (platform) => {
      const rows = (await platform('white_label_domain').where('next_check_at', '<=', platform.fn.now()).distinct('company_id')) as {
        company_id: number;
      }[];
      return rows.map((r) => r.company_id);
    },
  },
  async run(ctx) {
    for (const claim of await ctx.transaction((at) => takeDueClaims(at, ctx.tenant.id))) await checkClaim(ctx, claim);
  },
});

/** Looks once, and acts on what was seen. The lookups stand between two short transactions. */
export async function checkClaim(ctx: Ctx, claim: Claim): Promise<DomainFault | null> {
  if (claim.state === 'released') {
    await ctx.transaction(async (at) => {
      await at.use(HostsPort).leave(claim.company_id, claim.host, null);
      await forgetClaim(at, claim);
    });
    return null;
  }
  const wanted = await ctx.transaction((at) => instructionsOf(at, claim, ctx.tenant.rootId));
  const fault = await faultOf(ctx, wanted);
  return ctx.transaction((at) => (fault ? failed(at, claim, fault) : proven(at, claim)));
}

async function faultOf(ctx: Ctx, wanted: Instructions): Promise<DomainFault | null> {
  try {
    const dns = ctx.use(Dns);
    if (!(await dns.txt(wanted.txtName)).includes(wanted.txtValue)) return 'txt';
    const targets = (await dns.cname(wanted.cnameName)).map((name) => name.toLowerCase().replace(/\.$/, ''));
    return targets.some((name) => wanted.targets.includes(name)) ? null : 'cname';
  } catch {
    return 'dns';
  }
}

async function proven(ctx: Ctx, claim: Claim): Promise<DomainFault | null> {
  if (!(await ctx.use(HostsPort).take(claim.company_id, claim.host))) return failed(ctx, claim, 'taken');
  await noteCheck(ctx, claim, { state: 'verified', failures: 0, fault: null, nextSeconds: DAY });
  if (claim.state !== 'verified') {
    await ctx.audit({ action: 'white-label.domain-verified', description: `Domain ${claim.host} verified`, target: claim.host });
    await tellOwner(ctx, claim, 'verified');
  }
  return null;
}

async function failed(ctx: Ctx, claim: Claim, fault: DomainFault): Promise<DomainFault> {
  const failures = claim.failures + 1;
  if (claim.state === 'verified' && failures < MOST_FAILURES) {
    await noteCheck(ctx, claim, { state: 'verified', failures, fault, nextSeconds: DAY });
    if (failures === 1) await tellOwner(ctx, claim, 'failing');
    return fault;
  }
  if (claim.state === 'verified') {
    await ctx.use(HostsPort).leave(claim.company_id, claim.host, null);
    await ctx.audit({ action: 'white-label.domain-lost', description: `Domain ${claim.host} no longer proven`, target: claim.host });
    await tellOwner(ctx, claim, 'lost');
  }
  const age = (ctx.now.getTime() - claim.claimed_at.getTime()) / 1000;
  const isOver = claim.state === 'verified' || claim.state === 'failed' || age > PATIENCE_DAYS * DAY;
  // Soon at first, while somebody sits before the screen; later once an hour. What failed is still looked at daily.
  const nextSeconds = isOver ? DAY : age < 15 * MINUTE ? MINUTE : age < 3 * 3600 ? 10 * MINUTE : 60 * MINUTE;
  await noteCheck(ctx, claim, { state: isOver ? 'failed' : 'pending', failures, fault, nextSeconds });
  return fault;
}

async function tellOwner(ctx: Ctx, claim: Claim, what: 'verified' | 'failing' | 'lost'): Promise<void> {
  const agency = await ctx.company(claim.company_id);
  if (!agency) return;
  await mailOwner(ctx, agency, {
    subject: `white-label.mail.domain-${what}.subject`,
    text: `white-label.mail.domain-${what}.text`,
    params: { domain: claim.host },
    about: 'notice',
  });
}

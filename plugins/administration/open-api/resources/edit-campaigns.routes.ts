import { type Ctx, DEFAULT_ZONE, defineRoute, T } from '../../../../core/contract.ts';
import { Campaigns } from '../../../campaign-management/campaigns/contract.ts';
import { keep, newId, sandboxOne } from '../sandbox/sandbox.store.ts';
import { type CampaignOut, CampaignShape, type ClientOut, Id } from '../shapes.ts';
import { asForm, CampaignFields, type CampaignInput, inOwnNames } from './campaign-input.ts';
import { CampaignId, recordSandbox, shown } from './campaigns.routes.ts';

const group = 'Campaigns';
const scope = 'campaigns:write';

/** What a campaign of the sandbox keeps of what was sent, which is refused as a live one would refuse it. */
async function checked(ctx: Ctx, { timezone: before, product }: Zoned, input: CampaignInput): Promise<Partial<CampaignOut>> {
  const { name, timezone = before, lead_price_cents } = input;
  const dates = await inOwnNames(async () => ctx.use(Campaigns).check(product, asForm({ ...input, timezone })));
  return {
    timezone,
    ...(name === undefined ? {} : { name }),
    ...(lead_price_cents === undefined ? {} : { lead_price_cents }),
    ...(input.starts_on === undefined ? {} : { starts_at: dates.startsAt?.toISOString() ?? null }),
    ...(input.ends_on === undefined ? {} : { ends_at: dates.endsAt?.toISOString() ?? null }),
  };
}
type Zoned = Pick<CampaignOut, 'timezone' | 'product'>;

async function drafted(ctx: Ctx, { client_id, product, ...input }: CampaignInput & { client_id: number; product: string }) {
  await sandboxOne<ClientOut>(ctx, 'client', client_id);
  const draft = { client_id, product, name: '', status: 'draft', pause_reason: null, timezone: DEFAULT_ZONE };
  const fields = await checked(ctx, draft, input);
  const id = await newId(ctx, 'campaign');
  const made = await keep<CampaignOut>(ctx, 'campaign', {
    id,
    ...draft,
    starts_at: null,
    ends_at: null,
    lead_price_cents: 450,
    ...fields,
  });
  await recordSandbox(ctx, made, 'campaign.created');
  return made;
}

const create = defineRoute({
  id: 'open-api.create-campaign',
  method: 'POST',
  path: '/v1/campaigns',
  summary: 'Create a campaign',
  ability: ['create', 'Campaign'],
  audit: 'campaigns.created',
  idempotent: true,
  programs: {
    scope,
    group,
    description:
      'It is a draft and costs nothing until it is activated. What is left out is as usual for the client: prices, limits and time zone. What a product needs besides, such as a website, is set in the app; activating lists what is missing.',
    sandbox: (ctx, { body }) => drafted(ctx, body),
  },
  body: T.Object({
    client_id: T.Integer({ ...Id, examples: [31] }),
    product: T.String({ minLength: 1, maxLength: 40, examples: ['local'], description: '`local`, `locator`, `enhance` or `b2b`' }),
    ...CampaignFields,
    name: T.String({ minLength: 1, maxLength: 200, pattern: '\\S', examples: ['Roof repair visitors'] }),
  }),
  status: 201,
  response: CampaignShape,
  async handler(ctx, { body: { client_id, product, ...input } }) {
    const { id } = await inOwnNames(() => ctx.use(Campaigns).create(product, client_id, asForm(input)));
    return shown(ctx, id);
  },
});

const change = defineRoute({
  id: 'open-api.change-campaign',
  method: 'PATCH',
  path: '/v1/campaigns/:id',
  summary: 'Change a campaign',
  ability: ['update', 'Campaign'],
  audit: 'campaigns.changed-by-user',
  programs: {
    scope,
    group,
    description:
      'Left-out fields stay as they are. The price of a campaign that runs changes at its next midnight, and `lead_price_cents` shows it from then on.',
    async sandbox(ctx, { params, body }) {
      const before = await sandboxOne<CampaignOut>(ctx, 'campaign', params.id);
      const changed = await keep<CampaignOut>(ctx, 'campaign', { ...before, ...(await checked(ctx, before, body)) });
      await recordSandbox(ctx, changed);
      return changed;
    },
  },
  params: CampaignId,
  body: T.Object(CampaignFields),
  response: CampaignShape,
  async handler(ctx, { params, body }) {
    await inOwnNames(() => ctx.use(Campaigns).change(params.id, async () => asForm(body)));
    return shown(ctx, params.id);
  },
});

export const editCampaignRoutes = [create, change];

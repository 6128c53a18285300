import type { paths } from '../../ui/src/api/schema.gen.ts';
import { answerOf, type Api } from './api-client.ts';
import type { DemoClient } from './clients.ts';

type Fields = Partial<paths['/api/leadspeek/client/create']['post']['requestBody']['content']['application/json']>;

interface DemoCampaign {
  client: string;
  name: string;
  type: 'local' | 'locator' | 'enhance' | 'b2b';
  /** Dollars of a lead. */
  price: string;
  /** Leads a day at most. */
  limit: number;
  /** What its history is made of; a campaign without any stays a draft. */
  life?: CampaignLife;
  /** What its product asks for besides. */
  fields?: Fields;
}
export interface CampaignLife {
  /** Sessions of visitors, or what else is observed of people, on an ordinary weekday in the middle of the history. */
  perDay: number;
  /** What is left of that on Saturdays and Sundays. */
  weekend: number;
  /** Days after the history's beginning on which it went live. */
  begins?: number;
  /** Ever fewer visitors in the last weeks. */
  declines?: true;
  /** For so many days nobody has been seen. */
  silentDays?: number;
  /** A crowd of unknown browsers came within minutes and is held for a person to look at. */
  held?: true;
  /** Nearly all of the month's money is spent. */
  nearBudget?: true;
}

/** Businesses are quiet on weekends, shops are not. */
const [OFFICE, SHOP, EVEN] = [0.25, 1.25, 0.9];
const site = (client: string, name: string, price: string, life?: CampaignLife, limit = 25): DemoCampaign => ({
  client,
  name,
  type: 'local',
  price,
  limit,
  ...(life ? { life } : {}),
});
const search = (client: string, name: string, price: string, keywords: string[], perDay: number, fields: Fields = {}): DemoCampaign => ({
  client,
  name,
  type: 'locator',
  price,
  limit: 8,
  life: { perDay, weekend: EVEN },
  fields: { locatorkeyword: keywords, nationaltargeting: 'T', ...fields },
});
const about = (client: string, name: string, perDay: number, begins: number): DemoCampaign => ({
  client,
  name,
  type: 'enhance',
  price: '2.50',
  limit: 10,
  life: { perDay, weekend: EVEN, begins },
  fields: { campaign_information_type: 'advanced', listAdvanceInformationId: ['household', 'employment'] },
});
const companies = (client: string, name: string, perDay: number, begins: number): DemoCampaign => ({
  client,
  name,
  type: 'b2b',
  price: '4.00',
  limit: 10,
  life: { perDay, weekend: OFFICE, begins },
  fields: {
    campaign_information_type: 'contact',
    listB2BInformationId: ['business-phone'],
    contactspercompany: 2,
    companycountries: ['US'],
  },
});

/** The campaign whose pixel the demo shop carries. */
export const SHOP_CAMPAIGN = 'Harbor Coffee website';
export const CAMPAIGNS: readonly DemoCampaign[] = [
  { ...site('Harbor Coffee', SHOP_CAMPAIGN, '1.50', { perDay: 46, weekend: SHOP }), fields: { requireemailaddress: 'T' } },
  search(
    'Harbor Coffee',
    'Coffee lovers in Chicago',
    '2.00',
    ['coffee beans', 'espresso machine', 'cold brew coffee', 'coffee grinder'],
    5,
    {
      locatorkeywordcontextual: ['coffee shop'],
      stopwords: ['used'],
      nationaltargeting: 'F',
      locatorstate: ['WI'],
      locatorcity: ['Chicago, IL'],
    },
  ),
  about('Harbor Coffee', 'More about our customers', 3, 12),
  companies('Harbor Coffee', 'Offices that need coffee', 4, 20),
  site('Rowan Cycles', 'Spring bikes', '1.80', { perDay: 40, weekend: SHOP, held: true }),
  site('Rowan Cycles', 'Workshop bookings', '2.20', { perDay: 17, weekend: EVEN, silentDays: 5 }),
  search('Rowan Cycles', 'Bike lovers in Minneapolis', '2.10', ['road bike', 'bike repair', 'electric bike'], 3),
  site('Maple & Pine Interiors', 'Kitchen planner', '2.40', { perDay: 42, weekend: EVEN, declines: true }),
  site('Maple & Pine Interiors', 'Bathroom studio', '2.40', { perDay: 24, weekend: EVEN, begins: 9, declines: true }),
  about('Maple & Pine Interiors', 'Who plans a kitchen', 2, 15),
  site('Lumen Dental', 'New patients', '3.20', { perDay: 30, weekend: 0.45, nearBudget: true }),
  site('Lumen Dental', 'Teeth whitening', '2.80', { perDay: 15, weekend: 0.6, begins: 21 }),
  site('Prairie Outfitters', 'Autumn collection', '1.70', { perDay: 38, weekend: SHOP }),
  companies('Prairie Outfitters', 'Shops that resell', 4, 6),
  site('Prairie Outfitters', 'Winter sale', '1.70'),
  site('Copper Kettle Bakery', 'Online orders', '1.60', { perDay: 28, weekend: 1.4 }),

  search('Fern & Field', 'Gardeners nearby', '2.10', ['raised garden bed', 'garden center', 'vegetable seeds'], 3),
  site('Solstice Eyewear', 'Frames shop', '2.60', { perDay: 41, weekend: SHOP }),
  search('Solstice Eyewear', 'Looking for glasses', '2.40', ['prescription glasses', 'sunglasses', 'eye exam'], 4),
  site('Tandem Travel', 'City breaks', '3.00', { perDay: 34, weekend: 1.1 }),
  search('Tandem Travel', 'Weekend trips', '2.80', ['weekend getaway', 'city break deals'], 3),
  site('Granite Gym', 'Memberships', '2.20', { perDay: 27, weekend: EVEN }),
  site('Violet Books', 'Book club', '1.60', { perDay: 20, weekend: SHOP, begins: 4 }),

  site('Kestrel Audio', 'Headphones', '2.30', { perDay: 25, weekend: SHOP }),
  search('Kestrel Audio', 'Hi-fi seekers', '2.20', ['turntable', 'bookshelf speakers'], 3),
  site('Oak Street Law', 'Free consultation', '6.50', { perDay: 17, weekend: OFFICE }),
  site('Nimbus Payroll', 'Product tour', '5.80', { perDay: 21, weekend: OFFICE }),
  site('Saffron Catering', 'Event requests', '3.40', { perDay: 16, weekend: 0.7, begins: 12 }),
];

/** Creates a client's campaigns; answers their ids by name. */
export async function createCampaigns(
  owner: Api,
  client: DemoClient,
  of: { companyID: number; website?: string },
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const campaign of CAMPAIGNS.filter((each) => each.client === client.company)) {
    const website = of.website ?? client.website;
    const { leadspeek_api_id: id } = answerOf(
      await owner.POST('/api/leadspeek/client/create', {
        body: {
          companyID: of.companyID,
          leadspeekType: campaign.type,
          campaignName: campaign.name,
          timezone: client.timezone,
          CostSet: campaign.price,
          LimitLead: campaign.limit,
          LimitLeadFreq: 'day',
          ...(campaign.type === 'local' ? { urlCode: `${website}/`, urlCodeThankyou: `${website}/thanks` } : {}),
          ...campaign.fields,
        },
      }),
    );
    ids.set(campaign.name, id);
  }
  return ids;
}

/** Lets a client's campaigns collect, except those that are to stay drafts. */
export async function startCampaigns(owner: Api, companyID: number, ids: ReadonlyMap<string, number>): Promise<void> {
  for (const { name, life } of CAMPAIGNS) {
    const leadspeekID = ids.get(name);
    if (life && leadspeekID !== undefined)
      answerOf(await owner.PUT('/api/leadspeek/client/activepause', { body: { companyID, leadspeekID, status: 'active' } }));
  }
}

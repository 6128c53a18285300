import { Entity, Model } from '../../../core/contract.ts';

/** An organization of an agency; those of one agency form a tree. */
export class Organization extends Entity {
  static override tableName = 'organizations_organization';
  static override subject = 'Organization';

  declare id: number;
  declare company_id: number;
  declare name: string;
  declare custom_id: string;
  declare parent_id: number | null;
}

/** A campaign that is booked under an organization. */
export class Booking extends Entity {
  static override tableName = 'organizations_campaign';
  static override idColumn = ['company_id', 'campaign_id'];
  static override relationMappings = {
    organization: {
      relation: Model.BelongsToOneRelation,
      modelClass: Organization,
      join: { from: 'organizations_campaign.organization_id', to: 'organizations_organization.id' },
    },
  };

  declare company_id: number;
  declare campaign_id: number;
  declare organization_id: number;
}

import { Entity, Model } from '../../../core/contract.ts';

/** A group of an agency's clients and campaigns. */
export class Group extends Entity {
  static override tableName = 'company_groups_group';
  static override subject = 'CompanyGroup';
  static override relationMappings = () => ({
    clients: { relation: Model.HasManyRelation, modelClass: ClientMember, join: join('company_groups_client') },
    campaigns: { relation: Model.HasManyRelation, modelClass: CampaignMember, join: join('company_groups_campaign') },
  });

  declare id: number;
  declare company_id: number;
  declare name: string;
  declare module_id: string;
}
const join = (members: string) => ({ from: 'company_groups_group.id', to: `${members}.group_id` });
const groupOf = (members: string) => ({
  group: { relation: Model.BelongsToOneRelation, modelClass: Group, join: { from: `${members}.group_id`, to: 'company_groups_group.id' } },
});

/** A client in a group; each is in one at most. */
export class ClientMember extends Entity {
  static override tableName = 'company_groups_client';
  static override idColumn = ['company_id', 'client_id'];
  static override relationMappings = () => groupOf('company_groups_client');

  declare company_id: number;
  declare client_id: number;
  declare group_id: number;
}

/** A campaign in a group. */
export class CampaignMember extends Entity {
  static override tableName = 'company_groups_campaign';
  static override idColumn = ['company_id', 'campaign_id'];
  static override relationMappings = () => groupOf('company_groups_campaign');

  declare company_id: number;
  declare campaign_id: number;
  declare group_id: number;
}

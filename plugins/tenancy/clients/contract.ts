import { type Ctx, defineEvent, definePort, defineExtensionPoint, defineTrigger, givenWith, T } from '../../../core/contract.ts';

export interface ClientSummary {
  companyId: number;
  name: string;
  /** IANA zone of the client company. */
  timezone: string;
  /** Host of the client's website, or empty. */
  domain: string;
  /** False where the agency set `disable_client_add_campaign`: its own people add no campaigns. */
  mayAddCampaigns: boolean;
  /** False: phone numbers of leads are kept from its screens, exports and connectors. */
  seesPhones: boolean;
  /** Its spreadsheets are shared for editing, not only for reading. */
  editsSpreadsheets: boolean;
}
export interface ClientsApi {
  find(companyId: number): Promise<ClientSummary | null>;
  /** Clients the caller can see, by name, for choosers. */
  options(): Promise<{ value: number; label: string }[]>;
  /** A page of the same, searched in by name, and how many there are in all. */
  page(of: {
    search?: string;
    order?: string;
    offset: number;
    limit: number;
  }): Promise<{ clients: { value: number; label: string }[]; total: number }>;
  /** Payment terms offered to a client: its agency's, narrowed by the agency's choice for this client. Never empty. */
  paymentTerms(companyId: number): Promise<string[]>;
}
/** An agency's clients: who they are and what they may. */
export const Clients = definePort<ClientsApi>('clients.v1');

/** An agency has a new client. */
export const ClientCreated = defineEvent({
  id: 'clients.client-created',
  version: 1,
  payload: T.Object({ companyId: T.Integer(), agencyId: T.Integer() }),
});

/** An agency has a new client. */
export const NewClient = defineTrigger({
  id: 'client.created',
  title: 'clients.trigger.created',
  gives: givenWith({ name: T.String(), website: T.String(), timezone: T.String() }),
});

/** The group that an agency puts its clients into, on the form of a client; one plugin fills it. */
export interface ClientGroupOf {
  /** Groups of the caller's company. */
  options(ctx: Ctx): Promise<{ value: number; label: string }[]>;
  /** Groups of clients; those without one are left out. */
  of(ctx: Ctx, companyIds: readonly number[]): Promise<Map<number, number>>;
  /** Puts a client into a group, or with null into none. Throws 404 for a foreign client or group. */
  assign(ctx: Ctx, companyId: number, groupId: number | null): Promise<void>;
}
export const ClientGroups = defineExtensionPoint<ClientGroupOf>('clients.group', { once: true });

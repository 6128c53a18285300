import { defineEvent, definePort, T } from '../../core/contract.ts';

export interface ClientSummary {
  companyId: number;
  name: string;
  /** IANA zone of the client company. */
  timezone: string;
}
export interface ClientsApi {
  find(companyId: number): Promise<ClientSummary | null>;
  /** Clients the caller can see, by name, for choosers. */
  options(): Promise<{ value: number; label: string }[]>;
}
export const Clients = definePort<ClientsApi>('clients.v1');

export const ClientCreated = defineEvent({
  id: 'clients.client-created',
  version: 1,
  payload: T.Object({ companyId: T.Integer(), agencyId: T.Integer() }),
});

import type { Config } from '../../config/default.ts';
import type { Answer, TestApp } from '../../core/testing/app.ts';
import type { Person } from '../../core/testing/fixtures.ts';
import { ConnectorDesk } from './connector-desk.ts';

interface Delivered {
  state: string;
  response: string;
  ref: string;
  attempts: number;
}

/** A client with one connector: connects, gets leads, and reads what came of them. */
export class ConnectorTrial {
  readonly desk: ConnectorDesk;
  readonly #connector: string;

  private constructor(desk: ConnectorDesk, connector: string) {
    this.desk = desk;
    this.#connector = connector;
  }
  static async open(connector: string, config: Partial<Config>): Promise<ConnectorTrial> {
    return new ConnectorTrial(await ConnectorDesk.open(config), connector);
  }
  close = (): Promise<void> => this.desk.close();

  async reset(): Promise<void> {
    await this.desk.clear();
    this.app.clockOffset = 0;
  }
  get app(): TestApp {
    return this.desk.app;
  }
  get client(): Person {
    return this.desk.client;
  }
  get sibling(): Person {
    return this.app.fixtures.a.clients[1]!.user;
  }

  ask = (body: object): Promise<Answer> => this.desk.connecting(this.#connector, body);
  connect = (body: object): Promise<number> => this.desk.connect(this.#connector, body);
  change = (id: number, body: object): Promise<Answer> => this.desk.change(id, this.#connector, body);
  /** A call about a connection. */
  at = (id: number, method: string, path: string, body?: object, who = this.client): Promise<Answer> =>
    this.app.call(method, `/api/integrations/${id}${path}`, who, body ? { body } : {});

  /** The log of a connection, the oldest first. */
  log = async (id: number): Promise<Delivered[]> =>
    ((await this.at(id, 'GET', '/deliveries?PerPage=100')).body.data as Delivered[]).toReversed();
}

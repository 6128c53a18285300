import type { Config } from '../../config/default.ts';
import type { Service } from '../contract.ts';

/** The process's access to the service, whose shape only the plugin knows that named it. */
export const serviceOf = <K>({ services }: Pick<Config, 'services'>, { id }: Service<K>): K | null =>
  Object.hasOwn(services, id) ? (services[id] as K | null) : null;

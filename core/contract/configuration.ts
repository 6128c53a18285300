import type { Ctx } from './context.ts';
import { defineExtensionPoint, definePort, type Id, type SettingsDef } from './plugin.ts';
import type { Tenant } from './tenancy.ts';

/** By name what an agency itself has configured, as JSON; what it leaves to its root or to the platform is not named. */
export type Configured = Readonly<Record<string, unknown>>;

/**
 * A part of an agency's configuration, which operators keep, compare, push to other agencies and bring back. Never anything secret, nothing about people,
 * no balances or charges, and nothing that has a meaning for one agency alone, such as a domain: whoever contributes it answers for that.
 */
export interface ConfigurationPart {
  id: Id;
  /** A message key. */
  title: string;
  order: number;
  /** What people call one of the names; the name itself where this is left out. */
  called?(ctx: Ctx, name: string): string;
  /** What the agency has configured, asked from above. */
  read(ctx: Ctx, agency: Tenant): Promise<Configured>;
  /**
   * Makes exactly this the agency's configuration, in the caller's transaction and with nobody else at it; what is not named is the root's again. What this
   * installation does not know is left out. Throws a `Problem` where the agency cannot have it now.
   */
  write(ctx: Ctx, agency: Tenant, values: Configured): Promise<void>;
}
export const ConfigurationParts = defineExtensionPoint<ConfigurationPart>('core.configuration-part');

/** A company's own values of settings; provided by core, for a caller of the company or above. */
export interface OwnSettingsApi {
  /** By id what the company itself has stored; settings that it follows others in are not named. */
  of(company: Tenant, settings: readonly SettingsDef[]): Promise<Configured>;
  /** Stores these, and drops what the company has stored of those that are not named. Throws 422 for what a schema refuses. */
  replace(company: Tenant, settings: readonly SettingsDef[], values: Configured): Promise<void>;
}
export const OwnSettings = definePort<OwnSettingsApi>('core.own-settings.v1');

/** The part that some settings are. */
export const settingsPart = (
  of: Pick<ConfigurationPart, 'id' | 'title' | 'order'> & { settings: readonly SettingsDef[] },
): ConfigurationPart => ({
  id: of.id,
  title: of.title,
  order: of.order,
  called(ctx, name) {
    const setting = of.settings.find(({ id }) => id === name);
    return setting ? ctx.t(setting.title) : name;
  },
  read: (ctx, agency) => ctx.use(OwnSettings).of(agency, of.settings),
  write: (ctx, agency, values) => ctx.use(OwnSettings).replace(agency, of.settings, values),
});

import { type Ctx, definePort, defineSlot } from '../../core/contract.ts';

/** Who runs the network of an address. */
export interface NetworksApi {
  /** The organisation's name; empty while nothing is known, and for networks that only sell access to others. */
  ownerOf(ip: string): string;
}
export const Networks = definePort<NetworksApi>('capture.networks.v1');

export interface PixelsApi {
  /** The campaign's pixel, made at the first call. `script` is the tag to put into the page. */
  of(campaignId: number): Promise<{ key: string; script: string; lastSeenAt: Date | null }>;
  /** When the pixels of these campaigns were last met by a visitor; those never met are left out. */
  lastSeen(campaignIds: readonly number[]): Promise<Map<number, Date>>;
}
export const Pixels = definePort<PixelsApi>('capture.pixels.v1');

/** The website of a campaign, whose visits count. */
export interface Website {
  /** A page of it, and the one that means a conversion; empty where nobody said. */
  url: string;
  thankYouUrl: string;
  /** Hosts from which page views count, `*.` before one for all below it; none: nobody knows yet which website is meant. */
  hosts: readonly string[];
}
/** Filled by each product whose campaigns have websites. */
export interface WebsitesOf {
  of(ctx: Ctx, campaignIds: readonly number[]): Promise<ReadonlyMap<number, Website>>;
}
export const Websites = defineSlot<WebsitesOf>('capture.websites');

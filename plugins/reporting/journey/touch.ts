/** How somebody came to a website. */
export interface Touch {
  /** ISO instant. */
  at: string;
  /** The page they came to. */
  url: string;
  /** Host that they came from, or empty. */
  referrer: string;
  /** Campaign parameters of the page's address. */
  params: Readonly<Record<string, string>> | null;
}

const CLICK_ID = /clid$|^li_fat_id$|^epik$|^rdt_cid$|^gbraid$|^wbraid$/;

/** The parameter that names a click on an advertisement, and its value. */
export const clickIdOf = ({ params }: Touch): [name: string, value: string] | null =>
  Object.entries(params ?? {}).find(([name]) => CLICK_ID.test(name)) ?? null;

/** Whether a visitor came to the page from elsewhere, and did not only go on to it. */
export const isEntry = (url: string, referrer: string, params: Touch['params'] | undefined): boolean =>
  Boolean(params) || (referrer !== '' && siteOf(referrer) !== siteOf(URL.parse(url)?.hostname ?? ''));

const siteOf = (host: string): string => host.replace(/^www\./, '');

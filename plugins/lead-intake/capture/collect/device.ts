import Bowser from 'bowser';

const MOST_KNOWN = 2_000;
const LONGEST = 60;
const known = new Map<string, string>();

/**
 * Kind of device, browser and system by the `User-Agent` of a browser, as `phone/Safari/iOS`; the kind is phone, tablet, desktop, or another
 * one such as tv. What it does not tell is empty. Browsers send few different ones, so each is looked at once.
 */
export function deviceOf(agent: string): string {
  if (!agent) return '';
  let device = known.get(agent);
  if (device === undefined) {
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(agent, (device = read(agent)));
  }
  return device;
}

function read(agent: string): string {
  const { platform, browser, os } = Bowser.parse(agent);
  const kind = platform.type === 'mobile' ? 'phone' : platform.type;
  return [kind, browser.name, os.name].map((part) => (part ?? '').replaceAll('/', ' ').slice(0, LONGEST)).join('/');
}

/** An organisation as its network names it. */
export interface Organisation {
  /** Alike however the name is written. */
  key: string;
  name: string;
  /** How sure it is that its people use the network, in percent. */
  confidence: number;
}

/** By what sort of name the owner of a network has: these are at home in their network, others may let it to others. */
const CONFIDENCE = { trade: 50, plain: 35, computing: 20 } as const;
/** What a supplier adds who knows a company of that name. */
const CONFIRMED = 40;

const TRADES =
  /universit|college|school|academy|hospital|health|clinic|medical|pharma|bank\b|bancorp|insurance|assurance|versicherung|credit union|\bcity of|\bcounty|\bstate of|department|ministr|municipal|government|council|institut|museum|library|motors?\b|automotive|airlines?|airways|railways?|steel|chemical|foods?\b|beverage|brew|stores|hotels?\b|logistics|shipping|construction|engineering|manufactur|energy|electric|petroleum|\boil\b|mining|\blaw\b|attorneys|consulting|foundation|association|press\b|publishing|aerospace|laborator|industries|procter|company of america/i;
const FORMS =
  /\b(?:inc|incorporated|llc|l\.l\.c|ltd|limited|corp|corporation|company|co|gmbh|ag|kg|kgaa|se|sa|s\.a|sas|sarl|srl|s\.r\.l|spa|s\.p\.a|bv|b\.v|nv|n\.v|a\/s|aps|ab|oyj?|plc|pty|pte|lp|l\.p|llp|group|zrt|kft|d\.o\.o|s\.r\.o|a\.s|pvt|sdn bhd|n\.a)\b\.?/gi;
const COMPUTING =
  /\btech|technolog|informati[ck]|infocom|digital|solutions?|systems?|online|\bdata|software|\bit\b|\bict\b|media|\bweb|link|comput|cyber|node|\bip\b/i;
/** Forms in which single people do business: their names are theirs. */
const SINGLE = /\b(?:eireli|private entrepreneur|sole trader|fop|freelance)\b|\s-?\s?\bmei?\b$/i;

/** The organisation behind the owner of a network; null for a person's name, and where nothing says that it is an organisation. */
export function organisationOf(owner: string): Organisation | null {
  const name = owner.replaceAll('"', '').replace(/\s+/g, ' ').trim();
  const hasForm = name.search(FORMS) !== -1;
  const isTrade = TRADES.test(name);
  const key = keyOf(name);
  if (key === '' || SINGLE.test(name) || (!hasForm && !isTrade)) return null;
  return { key, name, confidence: CONFIDENCE[isTrade ? 'trade' : COMPUTING.test(name) ? 'computing' : 'plain'] };
}

/** A name without legal form, accents and punctuation. */
const keyOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(FORMS, ' ')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, 120);

/** How sure it is which company visited, once suppliers were asked. */
export const confidenceOf = (network: number, isKnown: boolean): number => (isKnown ? network + CONFIRMED : network);
/** Below this, what a supplier says cannot bring a company to so much. */
export const leastNetwork = (confidence: number): number => confidence - CONFIRMED;

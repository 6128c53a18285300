/** Words in the names of those who carry other people's traffic, in the languages in which such names are common. */
const WORDS =
  /tele|comm(?:s|unication)|comunica|cable|kabel|wireless|mobil|cellular|broadband|banda ?ancha|internet|network|\bnet\b|net$|net (?:s\.?[ar]|ltda|brasil|llc|inc|ltd|ag|gmbh)|\bisps?\b|provedor|provider|fib(?:er|re|ra)|wi-?fi|satellite|host|cloud|data ?cent|server|vps|cdn|proxy|vpn|backbone|carrier|iletisim|dacom|powercomm|comcel|infocomm|sv[yj]az|svyaz|\btelkom|\btel\b|co-?location|\bcolo\b|registry|exchange/i;

/** Well-known ones whose names hold none of these, at the beginning of the name. */
const KNOWN = new RegExp(
  `^(?:${[
    // Lines and mobile phones.
    'verizon|vodafone|at&t|orange|comcast|cox |charter|spectrum|t-mobile|frontier|windstream|centurylink|lumen|level 3|cogent|zayo|altice|optimum',
    'rcn|wideopenwest|breezeline|brightspeed|sprint|us cellular|google fiber|starlink|space exploration|viasat|hughes|xplore|cogeco|rogers|bell ',
    'shaw|telus|videotron|eastlink|sasktel|allstream|teksavvy|telstra|optus|singtel|singnet|starhub|m1 |tpg|vocus|aapt|iinet|spark new|one new',
    'bt |british t|sky uk|virgin media|plusnet|talktalk|o2 |hutchison|three |ee limited|gamma |colt |jisc|eircom|three ireland|heanet',
    'free sas|free mobile|iliad|bouygues|sfr|proximus|voo |telenet|kpn |ziggo|odido|tele2|tdc|telia|telenor|tietoevry|bahnhof|bredband|globalconnect',
    'arelion|dna oyj|elisa|a1 |sunrise|salt |swisscom|green\\.ch|switch|upc|liberty global|wind tre|fastweb|tiscali|tim s|retelit|eolo|bt italia',
    'movistar|euskaltel|jazztel|masmovil|digi |nos |meo |nowo|claro|vivo|oi s|oi m|tim s|algar|america movil|telmex|axtel|alestra|megacable|totalplay',
    'uninet|entel|vtr |wom |etb |cantv|techtel|unitel|netia|polkomtel|p4 sp|vectra|multimedia polska|play |turkcell|turk |superonline|tt mobil|turksat',
    'etisalat|emirates integrated|du |ooredoo|zain|stc|etihad etisalat|saudi tel|mobily|itissalat|te-as|te data|linkdotnet|we |mtn|vodacom|cell c|airtel',
    'bharti|reliance jio|jio|bharat sanchar|bsnl|sify|atria conv|hathway|safaricom|seacom|scancom|glo |rostel|mts|megafon|vimpelcom|beeline|er-?tel',
    'kyivstar|lifecell|vf ukraine|silknet|magti|kcell|kar-tel|tele|china unicom|china mobile|chinanet|china tele|cnc|softbank|kddi|ntt|docomo|jcom|biglobe',
    'optage|freebit|qtnet|stnet|enecom|dreamline|kt corp|korea tel|sk broad|lg |sk tel|pccw|hkbn|hgc|hkt|viettel|vnpt|fpt |pt\\. indosat|indosat|telkom',
    'renater|surf b|surfnet|garr|consortium garr|cenic|cesnet|verein zur foerderung eines deutschen|rede nacional|iucc|tenet |reseau d|mcnc|canarie',
    'belnet|arnes|rediris|entidad publica empresarial red|zdruzenie pouz|csc - tiet|unified layer|aircel|hi3g|claranet|bezeq|v tal|1&1|wana|telgua',
    'xl axiata|biznet|linknet|globe |pldt|smart |tot |true |ais |3bb|tm tech|maxis|celcom|time dot|tt dotcom|sia tet|bite |vivacom|one hungary|rcs',
  ].join('|')})`,
  'i',
);

/** Firms under whose names servers and relays stand. */
const PLATFORMS = /digital ?ocean|amazon|google|microsoft|akamai|fastly|zscaler|netskope|facebook|meta platforms|packethub|cloudflare/i;

/** Whether somebody only gives others access, or lets them servers: that says nothing about where the users of the network work. */
export function isAccessProvider(named: string): boolean {
  const name = named.replaceAll('"', '').replace(LEGAL_FORM, '');
  return WORDS.test(name) || KNOWN.test(name) || PLATFORMS.test(name);
}
/** Where it stands before the name. */
const LEGAL_FORM = /^(?:p?r?jsc|ojsc|ooo|llc|limited liability company|pt\.?)\s+/i;

/** The first that fits counts: many browsers also carry the names of those they descend from. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: [RegExp, string][] = [
  [/\b(iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const nameIn = (names: [RegExp, string][], agent: string): string => names.find(([sign]) => sign.test(agent))?.[1] ?? '';

/** Browser and system as the caller's program named itself; empty where it says nothing we know. */
export const deviceOf = (agent: string): string => [nameIn(BROWSERS, agent), nameIn(SYSTEMS, agent)].filter(Boolean).join(', ');

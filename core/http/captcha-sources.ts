import type { Config } from '../../config/default.ts';

type Directive = 'scriptSrc' | 'frameSrc' | 'connectSrc' | 'styleSrc';
type Sources = Record<Directive, readonly string[]>;

const NOTHING: Sources = { scriptSrc: [], frameSrc: [], connectSrc: [], styleSrc: [] };
const HCAPTCHA = ['https://hcaptcha.com', 'https://*.hcaptcha.com'];
/** What services fetch besides their script and the frames of its origin, as each of them says in its own documentation. */
const FURTHER: Record<string, Partial<Sources>> = {
  'https://www.google.com': { scriptSrc: ['https://www.gstatic.com'], frameSrc: ['https://recaptcha.google.com'] },
  'https://www.recaptcha.net': { scriptSrc: ['https://www.gstatic.com'] },
  'https://js.hcaptcha.com': { scriptSrc: HCAPTCHA, frameSrc: HCAPTCHA, connectSrc: HCAPTCHA, styleSrc: HCAPTCHA },
};

/** What the content security policy must let through for the puzzle: the origin of its script, for scripts and frames. Nothing without a key. */
export function captchaSources(config: Pick<Config, 'captchaSecret' | 'captchaScript'>): Sources {
  if (!config.captchaSecret) return NOTHING;
  const { origin } = new URL(config.captchaScript);
  const further = { ...NOTHING, ...FURTHER[origin] };
  return { ...further, scriptSrc: [origin, ...further.scriptSrc], frameSrc: [origin, ...further.frameSrc] };
}

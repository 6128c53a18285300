/** What the usual captcha services have in common. */
interface CaptchaService {
  render(
    box: HTMLElement,
    options: { sitekey: string; theme: 'light' | 'dark'; callback: (token: string) => void; 'error-callback': () => void },
  ): unknown;
}

/** Names that services take in the page. Some also answer to the last, so that they can stand in for it: their own comes first. */
const NAMES = ['turnstile', 'hcaptcha', 'grecaptcha'];
/** The function a service calls once it can draw. */
const READY = 'captchaIsReady';
const PATIENCE_MS = 15_000;

const page = window as unknown as Record<string, unknown>;
let loading: Promise<CaptchaService> | null = null;

/** The service whose script stands at an address, fetched when it is first asked for. Rejects when it does not come; asking again tries again. */
export function captchaService(address: string): Promise<CaptchaService> {
  loading ??= load(address).catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

const load = (address: string): Promise<CaptchaService> =>
  new Promise((resolve, reject) => {
    const url = new URL(address);
    url.searchParams.set('render', 'explicit');
    url.searchParams.set('onload', READY);
    url.searchParams.set('hl', document.documentElement.lang);
    const script = document.createElement('script');
    const fail = (): void => {
      script.remove();
      reject(new Error(`no captcha service at ${url.origin}`));
    };
    const patience = setTimeout(fail, PATIENCE_MS);
    page[READY] = () => {
      clearTimeout(patience);
      const name = NAMES.find((candidate) => page[candidate]);
      if (name) resolve(page[name] as CaptchaService);
      else fail();
    };
    script.addEventListener('error', fail);
    script.src = url.href;
    document.head.append(script);
  });

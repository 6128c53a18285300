import { expect, test } from 'vitest';
import { captchaSources } from './captcha-sources.ts';

test('without a key nothing of others is let in', () =>
  expect(captchaSources({ captchaSecret: '', captchaScript: 'https://www.google.com/recaptcha/api.js' })).toEqual({
    scriptSrc: [],
    frameSrc: [],
    connectSrc: [],
    styleSrc: [],
  }));

test('with one it is the origin of the script, without its path', () =>
  expect(captchaSources({ captchaSecret: 'x', captchaScript: 'https://challenges.cloudflare.com/turnstile/v0/api.js' })).toEqual({
    scriptSrc: ['https://challenges.cloudflare.com'],
    frameSrc: ['https://challenges.cloudflare.com'],
    connectSrc: [],
    styleSrc: [],
  }));

test('services that load from further places of their own may do so', () => {
  const of = (captchaScript: string) => captchaSources({ captchaSecret: 'x', captchaScript });
  expect(of('https://www.google.com/recaptcha/api.js').scriptSrc).toEqual(['https://www.google.com', 'https://www.gstatic.com']);
  expect(of('https://js.hcaptcha.com/1/api.js').connectSrc).toEqual(['https://hcaptcha.com', 'https://*.hcaptcha.com']);
});

import { definePort } from './plugin.ts';

/** Asks the configured service whether a person solved its puzzle; provided by core. */
export interface CaptchaApi {
  /** What the browser's puzzle is drawn with; null when no service is configured and nobody is to be asked. */
  readonly siteKey: string | null;
  /** Address of the script that draws it. */
  readonly script: string;
  /** Whether the service accepts the token. A network call: never inside a transaction. Throws 503 when the service gives no usable answer. */
  accepts(token: string, ip: string): Promise<boolean>;
}
export const Captcha = definePort<CaptchaApi>('core.captcha.v1');

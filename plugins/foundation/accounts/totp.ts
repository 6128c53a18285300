import { generateSecret, generateURI, verify } from 'otplib';
import { toString as qrCode } from 'qrcode';

const PERIOD_SECONDS = 30;

/** A fresh secret of 160 bits, as base32. */
export const newSecret = (): string => generateSecret();

/** The picture that an authenticator app scans, as SVG text. `issuer` is the name the app shows beside the e-mail address. */
export function qrCodeOf(secret: string, issuer: string, email: string): Promise<string> {
  return qrCode(generateURI({ issuer, label: email, secret }), { type: 'svg', margin: 2, errorCorrectionLevel: 'M' });
}

/** The time step a code belongs to, one step to either side of now allowed; null for a wrong code. */
export async function stepOf(secret: string, code: string, now: Date): Promise<number | null> {
  const epoch = Math.floor(now.getTime() / 1000);
  const found = await verify({ secret, token: code, epoch, epochTolerance: PERIOD_SECONDS });
  return found.valid ? Math.floor(epoch / PERIOD_SECONDS) + found.delta : null;
}

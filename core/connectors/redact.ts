const HIDDEN = '•••';
/** Shorter values would hide harmless words. */
const SHORTEST = 4;

/** A text of the other end without the secrets of the connection, however it echoes them, and without the beginning of one at its end. */
export function redacted(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const form of secrets.flatMap(formsOf).sort((a, b) => b.length - a.length)) {
    clean = clean.replaceAll(form, HIDDEN);
    for (let length = form.length - 1; length >= SHORTEST; length -= 1) {
      if (!clean.endsWith(form.slice(0, length))) continue;
      clean = clean.slice(0, -length) + HIDDEN;
      break;
    }
  }
  return clean;
}

/** As it is, as addresses and JSON and basic authentication write it; of an address also its path, which servers like to repeat. */
function formsOf(secret: string): string[] {
  const forms = [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), Buffer.from(secret).toString('base64')];
  if (URL.canParse(secret)) forms.push(new URL(secret).pathname.replace(/\/$/, ''));
  return forms.filter((form) => form.length >= SHORTEST);
}

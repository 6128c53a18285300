/** What the site says about consent: `true` yes, `false` no, a function is asked each time. Nothing said is an answer of the tag. */
export type Consent = boolean | null | (() => unknown) | undefined;

/** The answer at this moment. Of a function only `true` is a yes: a promise, an error or anything else is a no until it is asked again. */
export function isAllowed(required: boolean): boolean {
  const said = window.leadConsent;
  if (typeof said !== 'function') return said === true || (said !== false && !required);
  try {
    return said() === true;
  } catch {
    return false;
  }
}

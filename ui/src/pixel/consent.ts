/** What the site says about consent: `true` yes, `false` no, a function is asked each time. Nothing said is an answer of the tag. */
export type Consent = boolean | null | (() => unknown) | undefined;

/** The answer at this moment: `true` is a yes and `false` a no; anything else, such as a promise or an error, is undecided until it is asked again. */
export function consent(required: boolean): unknown {
  const said = window.leadConsent;
  try {
    return typeof said === 'function' ? said() : (said ?? (required ? 0 : true));
  } catch {
    return 0;
  }
}

/** The part of the browser's interface that is used here; TypeScript does not know it yet. */
interface TrustedTypes {
  createPolicy: (name: string, rules: { createHTML: (text: string) => string | null; createScriptURL: (url: string) => string }) => void;
}

/**
 * The page's policy lets no plain text become markup or code. What libraries set by themselves are styles and labels, which hold no tags: these
 * pass, and markup is left to the sanitiser, which has a policy of its own. From where scripts may come the page's policy says already.
 */
const TAG = /<[a-z!/?]/i;

(window as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('default', {
  createHTML: (text) => (TAG.test(text) ? null : text),
  createScriptURL: (url) => url,
});

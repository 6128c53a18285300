import DOMPurify from 'dompurify';
import { useMemo, type ReactNode } from 'react';

// A picture without a description is decoration.
DOMPurify.addHook('afterSanitizeAttributes', (node) => {
  if (node.nodeName === 'IMG' && !node.hasAttribute('alt')) node.setAttribute('alt', '');
});

/** The only place where markup from outside becomes elements: cleaned, without styles, forms or scripts. */
export function SafeHtml({ html, className }: { html: string; className?: string | undefined }): ReactNode {
  const clean = useMemo(
    () =>
      DOMPurify.sanitize(html, {
        USE_PROFILES: { html: true },
        FORBID_TAGS: ['style', 'form', 'input', 'button', 'iframe'],
        FORBID_ATTR: ['style', 'id', 'name'],
        RETURN_TRUSTED_TYPE: true,
      }),
    [html],
  );
  return <div className={className} dangerouslySetInnerHTML={{ __html: clean }} />;
}

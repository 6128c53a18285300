import type { BannerDef, Ctx } from '../../../../core/contract.ts';
import { type Announcement, announcedTo } from './announcements.settings.ts';
import { dismissedBy } from './dismissals.store.ts';

/** `Mar 8, 10:00 PM – 11:00 PM`, as the reader's clock says it. */
function windowOf({ locale, timezone }: Ctx, { from, until }: Announcement): string {
  const tag = locale === 'ar' ? 'ar-u-nu-latn' : 'en-US';
  const format = new Intl.DateTimeFormat(tag, { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit', timeZone: timezone });
  return format.formatRange(new Date(from), new Date(until));
}

function textOf(ctx: Ctx, of: Announcement): string {
  const said = (text: Announcement['title']): string => text[ctx.locale] || text.en || text.ar;
  const text = [said(of.title), said(of.text)].filter(Boolean).join(' · ');
  return of.kind === 'maintenance' ? ctx.t('operations.announcements.maintenance', { when: windowOf(ctx, of), text }) : text;
}

/** What the root announces, at the top of every screen of those whom it is for. */
export const announcementBanner: BannerDef = {
  id: 'operations.announcement',
  order: 5,
  async of(ctx) {
    const all = await announcedTo(ctx);
    const dismissed = all.some(({ dismissible }) => dismissible) ? await dismissedBy(ctx) : new Set<string>();
    return all
      .filter(({ id, dismissible }) => !(dismissible && dismissed.has(id)))
      .map((of) => ({
        key: of.id,
        severity: of.severity,
        text: textOf(ctx, of),
        ...(of.dismissible && { dismiss: { route: 'operations.dismiss-announcement' as const, params: { id: of.id } } }),
      }));
  },
};

import { driver, type DriveStep } from 'driver.js';
import 'driver.js/dist/driver.css';
import type { TourPlace } from '../../../core/contract/page.ts';
import type { WirePageBody } from '../../../core/contract/wire.ts';
import type { Translate } from '../text/texts.ts';
import './tour.css';

/** Where the parts of the frame are; everything else is a block by its kind. */
const FRAME: Partial<Record<TourPlace, string>> = {
  menu: 'nav',
  palette: '[data-palette]',
  profile: '[data-profile]',
  title: 'main h1',
  search: '[data-search]',
  add: '[data-add]',
};

/** The element of a stop, such as `table:2`, or null when this person's page does not have it. */
function elementOf(at: string): Element | null {
  const [place = '', count = '1'] = at.split(':');
  const selector = FRAME[place as TourPlace] ?? `main [data-block="${place}"]`;
  const found = [...document.querySelectorAll(selector)][Number(count) - 1];
  // A block's mark has no box of its own.
  return found?.matches('[data-block]') ? found.firstElementChild : (found ?? null);
}

/** Texts are texts: driver.js would take them for markup. */
const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

/** Leads from stop to stop. Escape ends it; the arrow keys go on and back as they point, also from right to left. */
export function takeTour(stops: WirePageBody['tour'], direction: 'ltr' | 'rtl', t: Translate): void {
  const steps = stops.flatMap((stop): DriveStep[] => {
    const element = elementOf(stop.at);
    return element ? [{ element, popover: { description: escaped(stop.text) } }] : [];
  });
  if (steps.length === 0) return;
  const opener = document.activeElement;
  const onward = direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  const back = direction === 'rtl' ? 'ArrowRight' : 'ArrowLeft';
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') tour.destroy();
    else if (event.key === onward) tour.moveNext();
    else if (event.key === back && tour.hasPreviousStep()) tour.movePrevious();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const tour = driver({
    steps,
    animate: false,
    allowKeyboardControl: false,
    popoverClass: 'ui-tour',
    showProgress: true,
    progressText: `{{current}} / {{total}}`,
    nextBtnText: escaped(t('ui.wizard.next')),
    prevBtnText: escaped(t('ui.wizard.previous')),
    doneBtnText: escaped(t('ui.tour.done')),
    onPopoverRender: ({ closeButton }) => closeButton.setAttribute('aria-label', t('ui.close')),
    onDestroyed: () => {
      removeEventListener('keydown', onKey, true);
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    },
  });
  addEventListener('keydown', onKey, true);
  tour.drive();
}

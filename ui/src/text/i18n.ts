import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import builtIn from '../../../core/locales/ui.en.json' with { type: 'json' };

/** Texts come from the server; the built-in English ones serve until it has answered, or if it cannot. */
export function startTexts(): void {
  void i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    keySeparator: false,
    nsSeparator: false,
    contextSeparator: '\u0000',
    pluralSeparator: '\u0000',
    interpolation: { prefix: '{', suffix: '}', escapeValue: false },
    resources: { en: { translation: builtIn } },
    initAsync: false,
  });
}

/** Takes the server's texts for a language and shows them. */
export function useTexts(locale: string, messages: Record<string, string>): void {
  i18next.addResourceBundle(locale, 'translation', messages, true, true);
  if (i18next.language !== locale) void i18next.changeLanguage(locale);
}

import type { Language } from '@solstice/contract/messages'
import i18next from 'i18next'
import type { BackendModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import auth from '#/locales/en/auth.json'
import common from '#/locales/en/common.json'
import type home from '#/locales/en/home.json'
import type account from '#/locales/en/account.json'
import type more from '#/locales/en/more.json'
import type pin from '#/locales/en/pin.json'
import type policy from '#/locales/en/policy.json'
import type screens from '#/locales/en/screens.json'
import type shell from '#/locales/en/shell.json'
import { StorageKey, deviceStorage } from './storage.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: {
      common: typeof common
      auth: typeof auth
      home: typeof home
      account: typeof account
      more: typeof more
      pin: typeof pin
      policy: typeof policy
      screens: typeof screens
      shell: typeof shell
    }
  }
}

export type Namespace =
  | 'common'
  | 'auth'
  | 'account'
  | 'home'
  | 'more'
  | 'pin'
  | 'policy'
  | 'screens'
  | 'shell'

/** Each language by its own name, in the order of the settings. */
export const LANGUAGE_NAMES = { en: 'English', ko: '한국어' } as const satisfies Record<
  Language,
  string
>

const DEFAULT: Language = 'en'

const bundled = import.meta.glob<{ default: Record<string, unknown> }>([
  '../locales/*/*.json',
  '!../locales/en/{common,auth}.json',
])

async function readTexts(language: string, namespace: string): Promise<Record<string, unknown>> {
  const load = bundled[`../locales/${language}/${namespace}.json`]
  try {
    if (load) return (await load()).default
  } catch {
    // The chunk of an older release may be gone; the plain file has a lasting address.
  }
  const response = await fetch(`/locales/${language}/${namespace}.json`)
  if (!response.ok) throw new Error(`No texts for ${language}/${namespace}`)
  return (await response.json()) as Record<string, unknown>
}

const texts: BackendModule = {
  type: 'backend',
  init: () => {},
  read: (language, namespace, done) => {
    readTexts(language, namespace).then(
      (found) => done(null, found),
      (error: unknown) => done(error instanceof Error ? error : String(error), false),
    )
  },
}

/** English until the member picks another language; the browser's own language is not asked. */
function chosenLanguage(): Language {
  return deviceStorage.getItem(StorageKey.language) === 'ko' ? 'ko' : DEFAULT
}

export async function startI18n(): Promise<void> {
  const language = chosenLanguage()
  i18next.on('languageChanged', wearLanguage)
  await Promise.all([
    language === 'ko' && loadKoreanFont(),
    i18next
      .use(texts)
      .use(initReactI18next)
      .init({
        lng: language,
        fallbackLng: DEFAULT,
        supportedLngs: Object.keys(LANGUAGE_NAMES),
        ns: ['common', 'auth'],
        defaultNS: 'common',
        resources: { en: { common, auth } },
        partialBundledLanguages: true,
        interpolation: { escapeValue: false },
        react: { useSuspense: false },
      }),
  ])
}

/** A screen's texts, loaded with the screen. */
export async function loadTexts(...namespaces: Namespace[]): Promise<void> {
  await i18next.loadNamespaces(namespaces)
}

export async function chooseLanguage(language: Language): Promise<void> {
  deviceStorage.setItem(StorageKey.language, language)
  if (language === 'ko') await loadKoreanFont()
  await i18next.changeLanguage(language)
}

export function currentLanguage(): Language {
  return i18next.language === 'ko' ? 'ko' : DEFAULT
}

function wearLanguage(language: string): void {
  document.documentElement.lang = language
  // Installed now, the app would get its name and shortcuts in this language.
  document
    .querySelector('link[rel="manifest"]')
    ?.setAttribute('href', language === 'ko' ? '/manifest.ko.webmanifest' : '/manifest.webmanifest')
}

/** Only the rules that name the font's pieces; the browser fetches the pieces a page needs. */
async function loadKoreanFont(): Promise<void> {
  try {
    await import('./korean-font.ts')
  } catch {
    // The system's Korean font serves as well.
  }
}

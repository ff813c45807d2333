import { useMemo, useSyncExternalStore } from 'react'
import type { Language } from '@solstice/contract/messages'
import { DEFAULT_LANGUAGE, currentLanguage, setLanguage } from '@solstice/ui/language.ts'
import { logFault } from '@solstice/ui/log.ts'
import { findText } from '@solstice/ui/texts.ts'
import type { TextPath, TextTree, Values } from '@solstice/ui/texts.ts'
import type { texts as firstTexts } from '#/locales/en.ts'
import type { texts as moreTexts } from '#/locales/en-more.ts'
import { readChoice, storeChoice } from './storage.ts'

/** The languages by their own names. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', ko: '한국어' }

type Texts = typeof firstTexts & typeof moreTexts
export type Namespace = keyof Texts
export type TextKey<Of extends Namespace> = TextPath<Texts[Of]>
export type FullKey = { [Of in Namespace]: `${Of}:${TextKey<Of>}` }[Namespace]
export type Translate<Of extends Namespace> = (
  key: TextKey<Of> | FullKey,
  values?: Values,
) => string

const STORAGE_KEY = 'console-language'

const loaded = new Map<Language, SomeTexts>()
const listeners = new Set<() => void>()
let version = 0

type SomeTexts = Partial<Record<Namespace, TextTree>>
type Files = Record<Language, () => Promise<SomeTexts>>

/** The texts of the first pages are one file, so that none of them waits for its own (decision 0153). */
const files: Files = {
  en: async () => (await import('#/locales/en.ts')).texts,
  ko: async () => (await import('#/locales/ko.ts')).texts,
}

/** Loaded by the first page that shows one of them. */
const moreFiles: Files = {
  en: async () => (await import('#/locales/en-more.ts')).texts,
  ko: async () => (await import('#/locales/ko-more.ts')).texts,
}

let needsMore = false
let loading: Promise<void> | undefined

/** Loads the texts of all pages in the current language, and from now on with every language. */
export function loadMoreTexts(): Promise<void> {
  needsMore = true
  loading ??= apply(currentLanguage()).catch((cause: unknown) => {
    loading = undefined
    logFault('The texts did not load', cause)
  })
  return loading
}

/** Starts in the chosen language, otherwise in that of the browser. */
export async function startI18n(): Promise<void> {
  const chosen = readChoice(STORAGE_KEY) ?? navigator.language.slice(0, 2)
  await apply(chosen === 'ko' ? 'ko' : DEFAULT_LANGUAGE)
}

export async function chooseLanguage(language: Language): Promise<void> {
  storeChoice(STORAGE_KEY, language)
  await apply(language)
}

async function apply(language: Language): Promise<void> {
  const [texts, others] = await Promise.all([
    loaded.get(language) ?? files[language](),
    needsMore ? moreFiles[language]() : undefined,
    language === 'ko' ? loadKoreanFont() : undefined,
  ])
  loaded.set(language, { ...texts, ...others })
  setLanguage(language)
  document.documentElement.lang = language
  version += 1
  for (const listener of listeners) listener()
}

/** The system's Korean font is an adequate fallback. */
async function loadKoreanFont(): Promise<void> {
  await import('@solstice/ui/korean-font.ts').catch((cause: unknown) =>
    logFault('The Korean font did not load', cause),
  )
}

/** Returns the texts of a namespace; all others are available by their full names. */
export function useTranslation<Of extends Namespace = 'common'>(
  namespace?: Of,
): { t: Translate<Of> } {
  const seen = useSyncExternalStore(subscribe, readVersion, readVersion)
  return useMemo(() => ({ t: translator<Of>(namespace, seen) }), [namespace, seen])
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const readVersion = () => version

/** Depends on the version, so that a new language produces a new function. */
function translator<Of extends Namespace>(
  namespace: Of | undefined,
  _version: number,
): Translate<Of> {
  return (key, values) =>
    lookUp(key.includes(':') ? key : `${namespace ?? 'common'}:${key}`, values) ?? key
}

/** Translates a name that the server sends, such as a job kind; undefined if there is no text. */
export function findTextOf(
  namespace: Namespace,
  path: string,
  values?: Values,
): string | undefined {
  return lookUp(`${namespace}:${path}`, values)
}

function lookUp(fullKey: string, values?: Values): string | undefined {
  const [namespace = '', path = ''] = fullKey.split(':', 2)
  const language = currentLanguage()
  // A namespace of the contract's own keys; the table has no others.
  const tree = loaded.get(language)?.[namespace as Namespace]
  if (tree === undefined && !needsMore) {
    // The page is drawn again with its texts.
    void loadMoreTexts()
    return ''
  }
  return findText(tree, path, language, values)
}

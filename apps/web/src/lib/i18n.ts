import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { Language } from '@solstice/contract/messages'
import { DEFAULT_LANGUAGE, currentLanguage, setLanguage } from '@solstice/ui/language.ts'
import { findText } from '@solstice/ui/texts.ts'
import type { TextTree, Values } from '@solstice/ui/texts.ts'
import auth from '#/locales/en/auth.json'
import common from '#/locales/en/common.json'
import { logFault } from '@solstice/ui/log.ts'
import { linkManifest } from './manifest.ts'
import { MissingPart } from './missing-part.ts'
import { onSignOut } from './sign-out.ts'
import { StorageKey, deviceStorage } from './storage.ts'
import type { TextFiles } from './korean-texts.ts'
import type { FullKey, Namespace, Texts, Translate } from './texts.ts'

/** The languages by their own names, in the order of the settings. */
export const LANGUAGE_NAMES = { en: 'English', ko: '한국어' } as const satisfies Record<
  Language,
  string
>

const english: TextFiles = import.meta.glob<{ default: TextTree }>([
  '../locales/en/*.json',
  // The recovery page and the page of a member's data bundle their own texts.
  '!../locales/en/{common,auth,recovery,data-page}.json',
  // Each mission type stores its texts in its own folder.
  '../features/mission/*/en.json',
])

const trees = new Map<string, TextTree>([
  ['en/common', common],
  ['en/auth', auth],
])
const loading = new Map<string, Promise<void>>()
const requested = new Set<Namespace>(['common', 'auth'])
const listeners = new Set<() => void>()
/** Counts changes, so that screens know when to read their texts again. */
let version = 0

/**
 * Starts in English until the member chooses another language; the browser's language is ignored.
 */
export async function startI18n(): Promise<void> {
  const chosen = deviceStorage.getItem(StorageKey.language) === 'ko' ? 'ko' : DEFAULT_LANGUAGE
  linkManifest(chosen)
  await applyLanguage(chosen)
}

/**
 * Loads the texts of a screen. A missing Korean text falls back to English; a screen without any
 * texts fails like one whose code is missing.
 */
export async function loadTexts(...namespaces: readonly Namespace[]): Promise<void> {
  await tryLoadTexts(namespaces)
  const missing = namespaces.find((each) => !treeOf(each))
  if (missing) throw new MissingPart(`No texts for ${missing}`)
}

async function tryLoadTexts(namespaces: Iterable<Namespace>): Promise<void> {
  const names = [...namespaces]
  for (const namespace of names) requested.add(namespace)
  const languages = new Set([currentLanguage(), DEFAULT_LANGUAGE])
  await Promise.all(
    [...languages].flatMap((each) => names.map((namespace) => loadFile(each, namespace))),
  )
}

/** Stores a choice of this device that the account does not have yet. */
export async function chooseLanguage(chosen: Language): Promise<void> {
  deviceStorage.setItem(StorageKey.language, chosen)
  deviceStorage.setItem(StorageKey.languageToSave, 'true')
  await applyLanguage(chosen)
}

/**
 * Stores the account's language on the device; a choice that the account does not have yet is saved
 * to the account instead.
 */
export async function followAccount(
  account: Language,
  save: (chosen: Language) => Promise<unknown>,
): Promise<void> {
  if (deviceStorage.getItem(StorageKey.languageToSave) !== null) {
    const chosen = currentLanguage()
    if (chosen !== account) await save(chosen)
    return noteAccountLanguage(chosen)
  }
  deviceStorage.setItem(StorageKey.language, account)
  if (account !== currentLanguage()) await applyLanguage(account)
}

/**
 * Records that the account has the language, so that the next log-in or start follows the account
 * again.
 */
export function noteAccountLanguage(saved: Language): void {
  // A choice made meanwhile still has to be saved.
  if (deviceStorage.getItem(StorageKey.language) === saved)
    deviceStorage.removeItem(StorageKey.languageToSave)
}

// An unsaved choice of one member must not reach the account of the next.
onSignOut(() => deviceStorage.removeItem(StorageKey.languageToSave))

export { currentLanguage }

/** Translates outside of components, where a language change triggers no new render. */
export function translate(key: FullKey, values?: Values): string {
  return lookUpText(currentLanguage(), key, values)
}

/**
 * Returns the texts of a namespace in the app's language; all others are available by their full
 * names.
 */
export function useTranslation<Of extends Namespace = 'common'>(
  namespace?: Of | readonly [Of, ...Namespace[]],
): { t: Translate<Of> } {
  const seen = useTextVersion()
  const names = typeof namespace === 'string' ? [namespace] : (namespace ?? ['common'])
  const list = names.join(' ')
  useEffect(() => {
    void tryLoadTexts(list.split(' ') as Namespace[]) // A joined string is stable; an array would be new on each render.
  }, [list])
  return useMemo(
    () => ({ t: translator(currentLanguage(), list.split(' ')[0], seen) }),
    [list, seen],
  )
}

/** Translates into one language, independent of the app's language. */
export function fixedTranslation<Of extends Namespace>(
  fixed: Language,
  namespace: Of,
): Translate<Of> {
  return translator(fixed, namespace, version)
}

/**
 * Returns a whole file of texts, for content longer than a sentence; undefined until it is loaded.
 */
export function useTexts<Of extends Namespace>(namespace: Of): Texts[Of] | undefined {
  useTextVersion()
  return treeOf(namespace) as Texts[Of] | undefined // A test checks that all languages have this shape.
}

function treeOf(namespace: Namespace): TextTree | undefined {
  const [own, otherwise] = [currentLanguage(), DEFAULT_LANGUAGE].map((each) =>
    trees.get(`${each}/${namespace}`),
  )
  return own ?? otherwise
}

function useTextVersion(): number {
  const read = () => version
  // The server snapshot is for tests, which render without a browser.
  return useSyncExternalStore(subscribe, read, read)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function changed(): void {
  version += 1
  for (const listener of listeners) listener()
}

/** Depends on the version, so that new texts produce a new function. */
function translator<Of extends Namespace>(
  locale: Language,
  namespace: string | undefined,
  _version: number,
): Translate<Of> {
  return (key, values) =>
    lookUpText(locale, key.includes(':') ? key : `${namespace}:${key}`, values)
}

function lookUpText(locale: Language, fullKey: string, values?: Values): string {
  const [namespace = '', path = ''] = fullKey.split(':', 2)
  return (
    findText(trees.get(`${locale}/${namespace}`), path, locale, values) ??
    findText(trees.get(`${DEFAULT_LANGUAGE}/${namespace}`), path, DEFAULT_LANGUAGE, values) ??
    path
  )
}

function loadFile(of: Language, namespace: Namespace): Promise<void> {
  const name = `${of}/${namespace}`
  if (trees.has(name)) return Promise.resolve()
  const started = loading.get(name) ?? cacheFile(name).finally(() => loading.delete(name))
  loading.set(name, started)
  return started
}

async function cacheFile(name: string): Promise<void> {
  try {
    trees.set(name, await readFile(name))
    changed()
  } catch (cause) {
    // The next visit tries again.
    logFault(`No texts for ${name}`, cause)
  }
}

async function readFile(name: string): Promise<TextTree> {
  const [of, namespace = ''] = name.split('/', 2)
  try {
    const files = of === 'ko' ? (await import('./korean-texts.ts')).korean : english
    const load =
      files[`../locales/${name}.json`] ??
      files[`../features/mission/${namespace.replace('mission-', '')}/${of}.json`]
    if (load) return (await load()).default
  } catch {
    // The chunk of an older release may be gone; the plain file has a permanent URL.
  }
  const response = await fetch(`/locales/${name}.json`)
  if (!response.ok) throw new Error(`No texts for ${name}`)
  return (await response.json()) as TextTree // Our own file, whose shape a test checks.
}

async function applyLanguage(chosen: Language): Promise<void> {
  setLanguage(chosen)
  await Promise.all([chosen === 'ko' && loadKoreanFont(), tryLoadTexts(requested)])
  // The language was changed again meanwhile; the later change continues.
  if (currentLanguage() !== chosen) return
  document.documentElement.lang = chosen
  linkManifest(chosen)
  changed()
}

/**
 * Loads only the rules that list the font's parts; the browser fetches the parts that a page needs.
 */
async function loadKoreanFont(): Promise<void> {
  try {
    await import('@solstice/ui/korean-font.ts')
  } catch {
    // The system's Korean font is an adequate fallback.
  }
}

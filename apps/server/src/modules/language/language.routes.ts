import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@solstice/contract/messages'
import type { Mount } from '#/http/mount.ts'

/** Each language is named in that language, so that its speakers recognise it. */
const NAMES: Record<Language, string> = { en: 'English', ko: '한국어' }

export function languageRoutes(mount: Mount): void {
  mount('language.list', async () => ({
    list: LANGUAGES.map((code) => ({
      code,
      name: NAMES[code],
      isDefault: code === DEFAULT_LANGUAGE,
    })),
  }))
}

import type { FastifyRequest } from 'fastify'
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@solstice/contract/messages'

/** Reads the language that the app shows; falls back to English for any other value. */
export function languageOf(request: Pick<FastifyRequest, 'headers'>): Language {
  const requested = request.headers['accept-language']?.slice(0, 2).toLowerCase()
  return LANGUAGES.find((language) => language === requested) ?? DEFAULT_LANGUAGE
}

import type { FastifyRequest } from 'fastify'
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@solstice/contract/messages'

/** The app sends exactly the language it shows; whatever else comes gets English. */
export function languageOf(request: Pick<FastifyRequest, 'headers'>): Language {
  const requested = request.headers['accept-language']?.slice(0, 2).toLowerCase()
  return LANGUAGES.find((language) => language === requested) ?? DEFAULT_LANGUAGE
}

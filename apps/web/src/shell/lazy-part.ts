import { lazy } from 'react'
import type { ComponentType } from 'react'
import { loadTexts } from '#/lib/i18n.ts'
import { logFault } from '#/lib/log.ts'

/** A part of the shell that most visits never need, with its texts. One that cannot be loaded stays away. */
export function lazyPart(load: () => Promise<ComponentType>) {
  return lazy(async () => {
    try {
      const [component] = await Promise.all([load(), loadTexts('shell')])
      return { default: component }
    } catch (cause) {
      logFault('A part of the shell could not be loaded', cause)
      return { default: () => null }
    }
  })
}

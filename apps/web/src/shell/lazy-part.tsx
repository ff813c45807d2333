import { useEffect, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { loadTexts } from '#/lib/i18n.ts'
import { logFault } from '#/lib/log.ts'
import type { Namespace } from '#/lib/texts.ts'

/**
 * A part that the first screen can do without, with its texts. It shows as soon as it is there,
 * where Suspense would hold it back for a moment; one that cannot be loaded stays away.
 */
export function lazyPart(
  load: () => Promise<ComponentType>,
  meanwhile: ReactNode = null,
  texts: readonly Namespace[] = ['shell'],
) {
  let loaded: ComponentType | undefined
  return function LazyPart() {
    const [Part, setPart] = useState(() => loaded)

    useEffect(() => {
      if (loaded) return undefined
      let isGone = false
      const show = async () => {
        try {
          const [part] = await Promise.all([load(), loadTexts(...texts)])
          loaded = part
          if (!isGone) setPart(() => part)
        } catch (cause) {
          logFault('A part of the shell could not be loaded', cause)
        }
      }
      void show()
      return () => {
        isGone = true
      }
    }, [])

    return Part ? <Part /> : meanwhile
  }
}

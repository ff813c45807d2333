import { useEffect, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { loadTexts } from '#/lib/i18n.ts'
import { keepTrying } from '#/lib/keep-trying.ts'
import type { Namespace } from '#/lib/texts.ts'

type LazyPartOptions = { texts?: readonly Namespace[]; meanwhile?: ReactNode }

/**
 * Loads a part that the first screen does not need, with its texts. It appears as soon as it is
 * loaded, whereas Suspense would delay it and make a failure final.
 */
export function lazyPart<Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
  { texts = ['shell'], meanwhile = null }: LazyPartOptions = {},
) {
  let loaded: ComponentType<Props> | undefined
  return function LazyPart(props: Props) {
    const [Part, setPart] = useState(() => loaded)

    useEffect(() => {
      if (loaded) return undefined
      const gone = new AbortController()
      const show = async () => {
        const [part] = await keepTrying(() => Promise.all([load(), loadTexts(...texts)]), gone)
        loaded = part
        if (!gone.signal.aborted) setPart(() => part)
      }
      show().catch(() => undefined)
      return () => gone.abort()
    }, [])

    return Part ? <Part {...props} /> : meanwhile
  }
}

import { useEffect, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { loadTexts } from '#/lib/i18n.ts'
import { keepTrying } from '#/lib/keep-trying.ts'
import type { Namespace } from '#/lib/texts.ts'

type Around = { texts?: Namespace; meanwhile?: ReactNode }

/**
 * A part that stands over the screens and that most visits never need, with its texts. It shows as
 * soon as it is there, where Suspense would hold it back for a moment and a failure would be final.
 */
export function lazyPart<Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
  { texts = 'shell', meanwhile = null }: Around = {},
) {
  let loaded: ComponentType<Props> | undefined
  return function LazyPart(props: Props) {
    const [Part, setPart] = useState(() => loaded)

    useEffect(() => {
      if (loaded) return undefined
      const gone = new AbortController()
      const show = async () => {
        const [part] = await keepTrying(() => Promise.all([load(), loadTexts(texts)]), gone)
        loaded = part
        if (!gone.signal.aborted) setPart(() => part)
      }
      show().catch(() => undefined)
      return () => gone.abort()
    }, [])

    return Part ? <Part {...props} /> : meanwhile
  }
}

import { useEffect, useRef } from 'react'
import { Code } from '@solstice/contract/codes'
import { seasonDraftEndpoints } from '@solstice/contract/season-draft.endpoints'
import { codeOf } from '@solstice/ui/api-error.ts'
import { logFault } from '@solstice/ui/log.ts'
import { call } from '#/lib/api.ts'
import { useMay } from '#/lib/me.ts'
import type { ShownPreview } from './use-preview-frame.ts'

type Previewed = {
  seasonId: number
  revision: number
  shown: ShownPreview | undefined
  onPreviewed?: (() => void) | undefined
}

/** Records once per revision and language that the preview was seen, which publishing requires. */
export function usePreviewed({ seasonId, revision, shown, onPreviewed }: Previewed): void {
  const recorded = useRef(new Set<string>())
  const isAllowed = useMay()('seasonPlan.previewed')
  const notify = useRef(onPreviewed)

  useEffect(() => {
    notify.current = onPreviewed
  }, [onPreviewed])

  useEffect(() => {
    if (!shown || !isAllowed) return
    const { language } = shown
    const name = [seasonId, revision, language].join(' ')
    if (recorded.current.has(name)) return
    recorded.current.add(name)
    const input = { params: { seasonId }, body: { revision, language } }
    const options = { idempotencyKey: crypto.randomUUID() }
    call(seasonDraftEndpoints['seasonPlan.previewed'], input, options).then(
      () => notify.current?.(),
      (cause: unknown) => {
        // A newer revision refuses the older one for good; otherwise the next drawing tries again.
        if (codeOf(cause) === Code.OUTDATED) return
        recorded.current.delete(name)
        logFault('The preview was not recorded', cause)
      },
    )
  }, [seasonId, revision, shown, isAllowed])
}

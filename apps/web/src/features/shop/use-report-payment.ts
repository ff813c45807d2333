import { useEffect, useEffectEvent, useState } from 'react'
import { isRetryable } from '@solstice/ui/api-error.ts'

const RETRY_MS = 3000

/**
 * Reports the transaction that pays an order until the server confirms it. Network failures are
 * retried; a refusal is returned for display. The server also finds payments by itself, but later.
 */
export function useReportPayment(
  hash: string | undefined,
  reportPayment: (hash: string) => Promise<unknown>,
): unknown {
  const [refusal, setRefusal] = useState<{ hash: string; error: unknown }>()
  const reportNow = useEffectEvent(reportPayment)

  useEffect(() => {
    if (hash === undefined) return undefined
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const attempt = async () => {
      try {
        await reportNow(hash)
      } catch (error) {
        if (isOver) return
        if (isRetryable(error)) timer = setTimeout(() => void attempt(), RETRY_MS)
        else setRefusal({ hash, error })
      }
    }
    void attempt()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [hash])

  return refusal?.hash === hash ? refusal?.error : undefined
}

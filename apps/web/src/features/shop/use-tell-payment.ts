import { useEffect, useEffectEvent, useState } from 'react'
import { isWorthRetrying } from '#/lib/api-error.ts'

const AGAIN_MS = 3000

/**
 * Tells the order which transaction pays it, until the server has heard. A lost answer is asked
 * again; a "no" is kept to be shown. The server finds payments by itself too, only later.
 */
export function useTellPayment(
  hash: string | undefined,
  tell: (hash: string) => Promise<unknown>,
): unknown {
  const [refusal, setRefusal] = useState<{ hash: string; error: unknown }>()
  const tellNow = useEffectEvent(tell)

  useEffect(() => {
    if (hash === undefined) return undefined
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const attempt = async () => {
      try {
        await tellNow(hash)
      } catch (error) {
        if (isOver) return
        if (isWorthRetrying(error)) timer = setTimeout(() => void attempt(), AGAIN_MS)
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

import { useEffect, useEffectEvent, useRef } from 'react'

/** Runs a callback when an item is no longer in progress, because related values have changed. */
export function useOnSettled(
  pendingIds: readonly number[] | undefined,
  onSettled: () => void,
): void {
  const known = useRef<readonly number[]>([])
  const notify = useEffectEvent(onSettled)
  const list = pendingIds?.join()

  useEffect(() => {
    if (list === undefined) return
    const now = list === '' ? [] : list.split(',').map(Number)
    const isSettled = known.current.some((id) => !now.includes(id))
    known.current = now
    if (isSettled) notify()
  }, [list])
}

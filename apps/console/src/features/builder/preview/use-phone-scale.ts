import { useEffect, useState } from 'react'
import type { RefObject } from 'react'

/** The border of the phone on both sides. */
const FRAME_PX = 24

/** Returns by how much the phone shrinks to fit beside the form; 1 where it has its own size. */
export function usePhoneScale(room: RefObject<HTMLElement | null>, width: number): number {
  const [available, setAvailable] = useState(Number.POSITIVE_INFINITY)

  useEffect(() => {
    const element = room.current
    if (!element) return undefined
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) setAvailable(entry.contentRect.width)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [room])

  return Math.min(1, available / (width + FRAME_PX))
}

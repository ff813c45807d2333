import { useEffect, useState } from 'react'
import text from './text.module.css'

/**
 * Renders a message for screen readers only. The text is set one frame after its live region,
 * because text that is inserted together with the region is not announced.
 */
export function Announcement({ message }: { message: string | undefined }) {
  const [announced, setAnnounced] = useState('')

  useEffect(() => {
    const frame = requestAnimationFrame(() => setAnnounced(message ?? ''))
    return () => cancelAnimationFrame(frame)
  }, [message])

  return (
    <p className={text.unseen} role="status">
      {announced}
    </p>
  )
}

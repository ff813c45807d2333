import { useEffect, useState } from 'react'
import text from './text.module.css'

/** Words for the ear alone. What comes along with its region is not read out: they follow it. */
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

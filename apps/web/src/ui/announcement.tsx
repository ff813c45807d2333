import { useEffect, useState } from 'react'
import text from './text.module.css'

/** Words for the ear alone. What comes along with its region is not read out: they follow it. */
export function Announcement({ words }: { words: string | undefined }) {
  const [said, setSaid] = useState('')

  useEffect(() => {
    const frame = requestAnimationFrame(() => setSaid(words ?? ''))
    return () => cancelAnimationFrame(frame)
  }, [words])

  return (
    <p className={text.unseen} role="status">
      {said}
    </p>
  )
}

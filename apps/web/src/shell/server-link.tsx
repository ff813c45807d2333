import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'

type ServerLinkProps = {
  /** A path of the app or an https address, as the server gives it. */
  url: string | null
  className: string
  children: ReactNode
  onClick?: () => void
}

/** Leads where the server says: inside the app without a load, outside in a page of its own. */
export function ServerLink({ url, className, children, onClick }: ServerLinkProps) {
  const router = useRouter()
  const target = linkTargetOf(url)
  if (url !== null && target === 'inside') {
    return (
      <a
        href={url}
        className={className}
        onClick={(event) => {
          onClick?.()
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          router.history.push(url)
        }}
      >
        {children}
      </a>
    )
  }
  if (url !== null && target === 'outside') {
    return (
      <a
        href={url}
        className={className}
        target="_blank"
        rel="noopener noreferrer"
        onClick={onClick}
      >
        {children}
      </a>
    )
  }
  return <div className={className}>{children}</div>
}

/** Nothing but a path of ours or an https address: no `//host`, no script, no file, no other app. */
export function linkTargetOf(url: string | null): 'inside' | 'outside' | 'nowhere' {
  if (url === null) return 'nowhere'
  if (/^\/(?![/\\])/.test(url)) return 'inside'
  return URL.canParse(url) && new URL(url).protocol === 'https:' ? 'outside' : 'nowhere'
}

import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'

type ServerLinkProps = {
  /** A path of the app or an https URL from the server. */
  url: string | null
  className: string
  children: ReactNode
  onClick?: () => void
}

/** Links to a URL from the server: app paths open without a page load, others in a new page. */
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

/** Accepts only app paths and https URLs: no `//host`, scripts, files or other apps. */
export function linkTargetOf(url: string | null): 'inside' | 'outside' | 'nowhere' {
  if (url === null) return 'nowhere'
  if (/^\/(?![/\\])/.test(url)) return 'inside'
  return URL.canParse(url) && new URL(url).protocol === 'https:' ? 'outside' : 'nowhere'
}

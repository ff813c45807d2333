import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'

type PlaceLinkProps = {
  /** A path of the app or an https address, as the server gives it. */
  url: string | null
  className: string
  children: ReactNode
  onClick?: () => void
}

/** Leads where the server says: inside the app without a load, outside in a page of its own. */
export function PlaceLink({ url, className, children, onClick }: PlaceLinkProps) {
  const router = useRouter()
  if (isPath(url)) {
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
  if (isSecureAddress(url)) {
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

/** `//host` would leave the app. */
function isPath(url: string | null): url is string {
  return url !== null && /^\/(?![/\\])/.test(url)
}

/** Nothing but https: no script, no file, no other app. */
function isSecureAddress(url: string | null): url is string {
  return url !== null && URL.canParse(url) && new URL(url).protocol === 'https:'
}

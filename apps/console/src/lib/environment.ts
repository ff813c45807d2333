export type Environment = 'production' | 'staging' | 'development'

const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])$/

/**
 * Names the system that the console changes. The server writes it into the page; without it, only
 * this machine counts as harmless.
 */
export function environmentOf(content: string | undefined, hostname: string): Environment {
  if (content === 'staging' || content === 'development' || content === 'production') return content
  return LOCAL_HOST.test(hostname) ? 'development' : 'production'
}

export function environment(): Environment {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="environment"]')
  return environmentOf(meta?.content, window.location.hostname)
}

import { useEffect, useState } from 'react'
import { webSettings } from '#/lib/settings.ts'
import { isInstalled } from './install-state.ts'
import { isPreviewHost } from './installed.ts'

const CHECK_DELAY_MS = 100
const CLOSE_DELAY_MS = 1000

/** Returns true if the guide covers the app: outside installed mode, except on a preview host. */
export function useInstallGuide(): boolean {
  const [isShown, setShown] = useState(false)

  useEffect(() => {
    const timer = setTimeout(() => {
      const isPreview = isPreviewHost(window.location.hostname, webSettings().previewHosts)
      setShown(!isPreview && !isInstalled(window))
    }, CHECK_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])

  useEffect(() => {
    if (!isShown) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const closeWhenInstalled = () => {
      clearTimeout(timer)
      if (document.visibilityState !== 'visible' || !isInstalled(window)) return
      timer = setTimeout(() => setShown(false), CLOSE_DELAY_MS)
    }
    document.addEventListener('visibilitychange', closeWhenInstalled)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', closeWhenInstalled)
    }
  }, [isShown])

  return isShown
}

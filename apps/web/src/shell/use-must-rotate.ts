import { useSyncExternalStore } from 'react'
import { mustRotate } from './rotate.ts'

function subscribe(onChange: () => void): () => void {
  window.addEventListener('resize', onChange)
  return () => window.removeEventListener('resize', onChange)
}

const isPortraitRequired = () =>
  mustRotate(
    {
      maxTouchPoints: navigator.maxTouchPoints,
      hasTouchEvents: 'ontouchstart' in window,
      userAgent: navigator.userAgent,
    },
    {
      width: window.innerWidth,
      height: window.innerHeight,
      isKeyboardOpenInPortrait:
        document.activeElement?.matches('input, textarea') === true &&
        // Assume portrait when the browser does not report the orientation: the member is typing.
        !screen.orientation?.type.startsWith('landscape'),
    },
  )

/** The build renders the log-in without a window, in which nothing has to rotate. */
const onServer = () => false

export function useMustRotate(): boolean {
  return useSyncExternalStore(subscribe, isPortraitRequired, onServer)
}

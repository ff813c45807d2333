import { Suspense, lazy } from 'react'
import { useAuth } from '#/features/auth/store.ts'
import { loadTexts } from '#/lib/i18n.ts'

/** The first screen stands by then: nobody is asked anything before they have seen it. */
const LATER_MS = 1500

const Prompt = lazy(async () => {
  // Where no worker ever comes, there is nothing to ask and nothing to load.
  await navigator.serviceWorker.ready
  await new Promise((resolve) => setTimeout(resolve, LATER_MS))
  const [{ PushPrompt }] = await Promise.all([
    import('#/features/push/push-prompt.tsx'),
    loadTexts('notice'),
  ])
  return { default: PushPrompt }
})

/** Nothing of it is loaded where a browser has no push or the member has said no to it. */
export function PushPromptPlace() {
  const user = useAuth((state) => state.user)
  const isOpen = useAuth((state) => state.hasPin && !state.isLocked && !state.isDeleted)
  if (!user || !isOpen || !('PushManager' in window) || Notification.permission === 'denied') {
    return null
  }
  return (
    <Suspense fallback={null}>
      <Prompt key={user.id} userId={user.id} />
    </Suspense>
  )
}

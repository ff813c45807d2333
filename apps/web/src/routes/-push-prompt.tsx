import { Suspense, lazy, useState } from 'react'
import type { ComponentType } from 'react'
import { useAuth } from '#/features/auth/store.ts'
import { isOffline, onReconnect } from '#/lib/connectivity.ts'
import { loadTexts } from '#/lib/i18n.ts'
import { PushKey } from '#/features/push/push-keys.ts'
import { deviceStorage } from '#/lib/storage.ts'

/** Wait until the first screen is visible before prompting the member. */
const PROMPT_DELAY_MS = 1500

const Prompt = lazy<ComponentType<{ userId: string }>>(async () => {
  await new Promise((resolve) => setTimeout(resolve, PROMPT_DELAY_MS))
  if (isOffline()) await untilReconnected()
  try {
    const { PushPrompt } = await import('#/features/push/push-prompt.tsx')
    await loadTexts('notice')
    return { default: PushPrompt }
  } catch {
    // A failure must not break the screen; the next start tries again.
    return { default: () => null }
  }
})

function untilReconnected(): Promise<void> {
  return new Promise((resolve) => {
    const stop = onReconnect(() => {
      stop()
      resolve()
    })
  })
}

/** Skips loading if there is nothing to prompt for and no subscription to maintain. */
function needsPushSetup(): boolean {
  if (!('PushManager' in window && 'Notification' in window)) return false
  const { permission } = Notification
  if (permission === 'granted') return deviceStorage.getItem(PushKey.enabled) === 'true'
  return permission === 'default' && deviceStorage.getItem(PushKey.promptShown) !== 'true'
}

/** Prompts once for notifications and keeps the server's record of this device up to date. */
export default function PushPromptSlot() {
  const user = useAuth((state) => state.user)
  const isOpen = useAuth((state) => state.hasPin === true && state.phase === 'open')
  const [isNeeded] = useState(needsPushSetup)
  if (!user || !isOpen || !isNeeded) return null
  return (
    <Suspense fallback={null}>
      <Prompt key={user.id} userId={user.id} />
    </Suspense>
  )
}

import type { KeyValueStorage } from '#/lib/storage.ts'

/** Storage keys of the device; the specification defines all but the last. */
export const PushKey = {
  enabled: 'push-notification-enabled',
  subscription: 'push-notification-subscription',
  userId: 'push-notification-user-id',
  promptShown: 'push-notification-prompt-shown',
  /** The subscription of a member who has left, until the server has deleted it. */
  leaving: 'push-notification-leaving',
} as const

/**
 * Stores the mark immediately, so that a log-out is finished at the next start if the app is closed
 * now.
 */
export function markUnsubscribing(device: KeyValueStorage, userId: string): void {
  const subscription = device.getItem(PushKey.subscription)
  if (subscription === null || device.getItem(PushKey.userId) !== userId) return
  device.setItem(PushKey.leaving, subscription)
}

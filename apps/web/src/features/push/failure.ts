/** Classifies a failed subscription for the screens. */
export function failureOf(cause: unknown): {
  name: 'unsupported' | 'denied' | 'other'
  reason: string
} {
  const reason = cause instanceof Error ? cause.message : String(cause)
  if (reason === 'Push notifications are not supported') return { name: 'unsupported', reason }
  if (reason === 'Permission not granted') return { name: 'denied', reason }
  return { name: 'other', reason }
}

const FIREBASE = ['FIREBASE_PROJECT_ID', 'FIREBASE_API_KEY', 'FIREBASE_APP_ID'] as const

/**
 * Rejects an incomplete project, which would silently be ignored, so that the maintenance flag
 * would be read elsewhere.
 */
export function firebaseProblems(given: Record<string, string | undefined>): string[] {
  const missing = FIREBASE.filter((name) => given[name] === undefined)
  if (missing.length === 0 || missing.length === FIREBASE.length) return []
  return missing.map(
    (name) => `${name} is missing: a Firebase project needs ${FIREBASE.join(', ')}`,
  )
}

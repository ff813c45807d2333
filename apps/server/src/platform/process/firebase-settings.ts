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

type Given = {
  FIREBASE_PROJECT_ID?: string | undefined
  FIREBASE_API_KEY?: string | undefined
  FIREBASE_APP_ID?: string | undefined
  REMOTE_CONFIG_URL?: string | undefined
  INSTALLATIONS_URL?: string | undefined
}

export function firebaseOf(given: Given) {
  const { FIREBASE_PROJECT_ID: projectId, FIREBASE_API_KEY: apiKey, FIREBASE_APP_ID: appId } = given
  if (!projectId || !apiKey || !appId) return undefined
  const { REMOTE_CONFIG_URL: remoteConfigUrl, INSTALLATIONS_URL: installationsUrl } = given
  return { projectId, apiKey, appId, remoteConfigUrl, installationsUrl }
}

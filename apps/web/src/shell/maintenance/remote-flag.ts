import type { WebSettings } from '@solstice/contract/web-settings'
import { nextTask } from '#/lib/next-task.ts'
import { within } from '#/lib/within.ts'
import type { Flag } from './maintenance-service.ts'

const FLAG = 'maintenance'
const MINIMUM_FETCH_INTERVAL_MS = 300_000
const FETCH_TIMEOUT_MS = 60_000
const MAX_SIGNALS = 100

type Signals = Readonly<Record<string, string | number>>

declare global {
  interface Window {
    /** Read by the remote-config library. */
    FIREBASE_REMOTE_CONFIG_URL_BASE?: string
    /** Read by the installations library after our build; see vite/installations-library.ts. */
    SOLSTICE_INSTALLATIONS_URL?: string
  }
}

/** Reads the flag with the vendor's own library, which is loaded only when needed. */
export async function connectRemoteFlag(
  settings: WebSettings['remoteConfig'],
  signals: Signals,
): Promise<Flag> {
  const { remoteConfigUrl, installationsUrl, projectId, apiKey, appId } = settings
  if (remoteConfigUrl) window.FIREBASE_REMOTE_CONFIG_URL_BASE = absolute(remoteConfigUrl)
  if (installationsUrl) window.SOLSTICE_INSTALLATIONS_URL = `${absolute(installationsUrl)}/v1`

  // One after another, in short tasks: nothing waits for the flag, but the visitor may be typing.
  const { initializeApp } = await import('@firebase/app')
  await nextTask()
  const { fetchAndActivate, getRemoteConfig, getString, setCustomSignals, setLogLevel } =
    await import('@firebase/remote-config')
  await nextTask()
  const remoteConfig = getRemoteConfig(initializeApp({ projectId, apiKey, appId }))
  remoteConfig.settings = {
    minimumFetchIntervalMillis: MINIMUM_FETCH_INTERVAL_MS,
    fetchTimeoutMillis: FETCH_TIMEOUT_MS,
  }
  // The caller logs a failure once.
  setLogLevel(remoteConfig, 'silent')
  await setCustomSignals(remoteConfig, { ...limitSignals(signals) })

  return {
    lastReadMs: () => remoteConfig.fetchTimeMillis,
    readFlag: async () => {
      // Offline, the library would log several errors for one cause. The connectivity store is not
      // used, because it concerns our origin and the flag is on another host.
      if (!navigator.onLine) throw new Error('No network')
      // The library's own timeout does not cover the call that registers an installation.
      await within(FETCH_TIMEOUT_MS, fetchAndActivate(remoteConfig))
      return getString(remoteConfig, FLAG)
    },
  }
}

/** Enforces the limit of the service, which would refuse the whole request otherwise. */
function limitSignals(signals: Signals): Signals {
  const count = Object.keys(signals).length
  if (count > MAX_SIGNALS) {
    throw new RangeError(`${count} custom signals; at most ${MAX_SIGNALS} are allowed`)
  }
  return signals
}

function absolute(url: string): string {
  return new URL(url, window.location.origin).href.replace(/\/$/, '')
}

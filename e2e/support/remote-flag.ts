import type { Page, Request, Route } from '@playwright/test'

type Flag = Record<string, unknown>
type Answer = (route: Route) => Promise<void>

export type RemoteFlag = {
  /** The requests of the app, in order. */
  fetches: Request[]
  installations: Request[]
  /** Returns the number of requests without a response. */
  waiting: () => number
  /** Sets the flag; every change has its own ETag, as in the real service. */
  set: (flag: Flag) => void
  /** Overrides the response to every fetch of the flag. */
  answer: (answer: Answer) => void
}

const JSON_HEADERS = {
  'content-type': 'application/json',
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-expose-headers': 'ETag',
}

/** Returns the value that the vendor's library has stored on the device under this key. */
export function storedByLibrary(page: Page, key: string): Promise<unknown> {
  return page.evaluate(async (entryKey) => {
    const name = 'firebase_remote_config'
    const databases = await indexedDB.databases()
    if (!databases.some((each) => each.name === name)) return undefined
    const settled = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(new Error('The database failed')))
      })
    const database = await settled(indexedDB.open(name))
    const [store] = database.objectStoreNames
    const entries: unknown[] = store
      ? await settled<unknown[]>(database.transaction(store).objectStore(store).getAll())
      : []
    database.close()
    // Every entry of this store has a key and a value.
    const found = (entries as { compositeKey: string; value: unknown }[]).find((entry) =>
      entry.compositeKey.endsWith(`,${entryKey}`),
    )
    return found?.value
  }, key)
}

/** Replaces the vendor's two services with their protocol. */
export async function stubRemoteFlag(
  page: Page,
  initial: Flag = { enabled: false },
): Promise<RemoteFlag> {
  let flag = initial
  let version = 1
  const flagAnswer: Answer = async (route) => {
    const etag = `etag-${version}`
    if ((await route.request().headerValue('if-none-match')) === etag) {
      return route.fulfill({ status: 304, headers: { ...JSON_HEADERS, etag } })
    }
    return route.fulfill({
      headers: { ...JSON_HEADERS, etag },
      json: {
        entries: { maintenance: JSON.stringify(flag) },
        state: 'UPDATE',
        templateVersion: String(version),
      },
    })
  }
  let answer = flagAnswer
  let waiting = 0
  const stub: RemoteFlag = {
    fetches: [],
    installations: [],
    waiting: () => waiting,
    set: (next) => {
      flag = next
      version += 1
      answer = flagAnswer
    },
    answer: (next) => {
      answer = next
    },
  }
  await page.route(/namespaces\/firebase:fetch/, async (route) => {
    if (route.request().method() === 'OPTIONS') return route.fulfill({ headers: JSON_HEADERS })
    stub.fetches.push(route.request())
    waiting += 1
    await answer(route)
    waiting -= 1
  })
  await page.route(/\/installations(\/[^/]+\/authTokens:generate)?(\?|$)/, async (route) => {
    if (route.request().method() === 'OPTIONS') return route.fulfill({ headers: JSON_HEADERS })
    stub.installations.push(route.request())
    const authToken = { token: 'token', expiresIn: '604800s' }
    if (route.request().url().includes('authTokens')) {
      return route.fulfill({ headers: JSON_HEADERS, json: authToken })
    }
    const { fid } = route.request().postDataJSON() as { fid: string }
    return route.fulfill({
      headers: JSON_HEADERS,
      json: { name: `projects/x/installations/${fid}`, fid, refreshToken: 'refresh', authToken },
    })
  })
  return stub
}

import { alertEndpoints } from '@solstice/contract/alert.endpoints'
import { pushEndpoints } from '@solstice/contract/push.endpoints'
import type { CallInput } from '@solstice/contract/wire'
import { call } from '#/lib/api.ts'
import { fromBase64url } from '#/lib/base64url.ts'
import { logFault } from '@solstice/ui/log.ts'
import { webSettings } from '#/lib/settings.ts'
import { deviceStorage } from '#/lib/storage.ts'
import { createPushClient } from './push-client.ts'

type PushClient = ReturnType<typeof createPushClient>

let client: PushClient | undefined

/**
 * Creates the client on first use, because it reads the settings of the page, which not every
 * context has.
 */
export function getPushClient(): PushClient {
  client ??= makeClient()
  return client
}

function makeClient(): PushClient {
  const key = webSettings().pushPublicKey
  return createPushClient({
    browser: {
      serviceWorker: 'serviceWorker' in navigator ? navigator.serviceWorker : undefined,
      hasPushManager: 'PushManager' in window,
      notification: 'Notification' in window ? Notification : undefined,
    },
    device: deviceStorage,
    publicKey: key ? fromBase64url(key) : undefined,
    register: (body) => call(pushEndpoints['push.subscribe'], { body }),
    unregister: (endpoint) => call(pushEndpoints['push.unsubscribe'], { body: { endpoint } }),
    timeZone: () => new Intl.DateTimeFormat().resolvedOptions().timeZone,
    saveTimeZone: (timeZone) =>
      call(alertEndpoints['alert.changeQuietHours'], { body: { timeZone } }),
    logFault,
  })
}

export function sendTestPush(body: CallInput<'push.test'>['body']) {
  return call(pushEndpoints['push.test'], { body })
}

import {
  alertText,
  type AlertText,
  type Deposit,
  type ReadyReward,
} from '@solstice/contract/alert-texts'
import type { Language } from '@solstice/contract/messages'
import { isAppPage } from './serve.ts'
import type { WorkerScope, WorkerWindow } from './worker-scope.ts'

type Ids = { seasonId?: number; historyId?: number; holdId?: number; notificationId?: number }

/** The payload of a push, as far as it could be parsed. */
type Push = {
  code: string
  data: Ids & { deposit?: Deposit; reward?: ReadyReward }
  timestamp: number
  lang: Language
  /** Only the test of a notice carries its text. */
  text: AlertText | undefined
}

/**
 * The message to an open app when a notification was tapped. Only a type, because the app shares no
 * code with the worker.
 */
export type OpenNotification = {
  type: 'OPEN_NOTIFICATION'
  notification: { code: string; data: Ids; timestamp: number }
}

/** Requests to the server must not delay a notification for longer. */
const LOOKUP_TIMEOUT_MS = 3000
/** A browser lets a worker open a window only shortly after the tap. */
const ACKNOWLEDGEMENT_TIMEOUT_MS = 1000
const CONTENT_MAX_LENGTH = 160

export function handlePushEvents(scope: WorkerScope): void {
  let shown = Promise.resolve()
  scope.addEventListener('push', (event) => {
    const push = readPush(event.data?.text())
    // Show notifications one after another, because Chromium drops one that is counted while it is
    // being shown.
    shown = shown.then(
      () => show(scope, push),
      () => show(scope, push),
    )
    event.waitUntil(shown)
  })
  scope.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(open(scope, linkOf(event.notification.data)))
  })
  scope.addEventListener('pushsubscriptionchange', (event) => {
    event.waitUntil(replaceSubscription(scope, event.oldSubscription, event.newSubscription))
  })
}

/**
 * Parses a push. An unreadable one must be shown too, because a browser stops delivering pushes
 * that show nothing.
 */
function readPush(text: string | undefined): Push {
  try {
    const { code, data, timestamp, lang, ...more } = JSON.parse(text ?? '') as Record<
      string,
      unknown
    >
    return {
      code: String(code),
      data: typeof data === 'object' && data !== null ? data : {},
      timestamp: typeof timestamp === 'number' ? timestamp : Date.now(),
      lang: lang === 'ko' ? 'ko' : 'en',
      text: readText(more['text']),
    }
  } catch {
    return { code: '', data: {}, timestamp: Date.now(), lang: 'en', text: undefined }
  }
}

function readText(text: unknown): AlertText | undefined {
  if (typeof text !== 'object' || text === null) return undefined
  return {
    title: String(Reflect.get(text, 'title')),
    content: String(Reflect.get(text, 'content')),
  }
}

async function show(scope: WorkerScope, push: Push): Promise<void> {
  const { code, data, timestamp, lang } = push
  const { title, content } =
    push.text ?? (await noticeText(scope, push)) ?? alertText(code, lang, data)
  await scope.registration.showNotification(title, {
    body: shorten(content),
    lang,
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
    // A message that was sent again replaces itself without a second sound.
    tag: [code, data.seasonId, data.historyId, data.holdId, data.notificationId, timestamp].join(
      '-',
    ),
    data: { code, data },
  })
  await scope.navigator.setAppBadge?.(await unreadCount(scope)).catch(() => undefined)
}

/** Fetches the operator's text, which is not in the push but in the public list. */
async function noticeText(scope: WorkerScope, push: Push): Promise<AlertText | undefined> {
  const { notificationId } = push.data
  if (push.code !== 'NOTICE' || notificationId === undefined) return undefined
  const found = await lookUp<{ list?: (AlertText & { notificationId: number })[] }>(
    scope,
    '/v1/public/notifications?size=100',
    push.lang,
  )
  const notice = found?.list?.find((each) => each.notificationId === notificationId)
  return notice && { title: notice.title, content: notice.content }
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length <= CONTENT_MAX_LENGTH ? line : `${line.slice(0, CONTENT_MAX_LENGTH - 1)}…`
}

/**
 * Returns the unread count of the server, or the number of shown notifications without a response.
 */
async function unreadCount(scope: WorkerScope): Promise<number> {
  const counts = await lookUp<{ unreadCount: number; unreadNoticeCount: number }>(
    scope,
    '/v1/private/users/alarms?size=1',
    'en',
  )
  if (counts) return counts.unreadCount + counts.unreadNoticeCount
  return (await scope.registration.getNotifications()).length
}

async function lookUp<Data>(
  scope: WorkerScope,
  path: string,
  lang: Language,
): Promise<Data | undefined> {
  try {
    const response = await scope.fetch(path, {
      headers: { accept: 'application/json', 'accept-language': lang },
      signal: AbortSignal.timeout(LOOKUP_TIMEOUT_MS),
    })
    if (!response.ok) return undefined
    // Every reply under /v1 is an envelope around the data of its path.
    const { data } = (await response.json()) as { data?: Data | null }
    return data ?? undefined
  } catch {
    return undefined
  }
}

/**
 * Builds the link with the time of the tap, because a notification may stay on the screen for an
 * hour.
 */
function linkOf(data: unknown): OpenNotification['notification'] {
  const { code, data: ids } = (data ?? {}) as { code?: string; data?: Ids }
  const { seasonId, historyId, holdId } = ids ?? {}
  return {
    code: code ?? '',
    data: {
      ...(seasonId === undefined ? {} : { seasonId }),
      ...(historyId === undefined ? {} : { historyId }),
      ...(holdId === undefined ? {} : { holdId }),
    },
    timestamp: Date.now(),
  }
}

/** Lets an open app navigate by itself, because reloading it could sign the member out. */
async function open(
  scope: WorkerScope,
  notification: OpenNotification['notification'],
): Promise<void> {
  const all = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const windows = all.filter(({ url }) => isAppPage(url))
  const best = windows.find(isVisible) ?? windows[0]
  // Send the message before focusing, because a browser allows only one of the two for a tap.
  if (best && (await isAcknowledged(best, { type: 'OPEN_NOTIFICATION', notification }))) {
    await best.focus().catch(() => undefined)
    return
  }
  const link = encodeURIComponent(JSON.stringify(notification))
  await scope.clients.openWindow(`/?notification=${link}`).catch(() => undefined)
}

/**
 * Resolves to true if the window acknowledges the message. It may be suspended, still starting, or
 * showing an error.
 */
function isAcknowledged(window: WorkerWindow, message: OpenNotification): Promise<boolean> {
  const { port1: answers, port2: replyPort } = new MessageChannel()
  return new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), ACKNOWLEDGEMENT_TIMEOUT_MS)
    answers.addEventListener('message', () => {
      clearTimeout(timer)
      resolve(true)
    })
    answers.start()
    window.postMessage(message, [replyPort])
  }).finally(() => answers.close())
}

const isVisible = ({ visibilityState }: WorkerWindow) => visibilityState === 'visible'

/**
 * Moves the subscription when the browser has changed its endpoint. Without a session the app does
 * this at its next start.
 */
async function replaceSubscription(
  scope: WorkerScope,
  before: PushSubscription | null | undefined,
  after: PushSubscription | null | undefined,
): Promise<void> {
  const options = before?.options
  const fresh =
    after ??
    (options?.applicationServerKey
      ? await scope.registration.pushManager
          .subscribe({
            userVisibleOnly: true,
            applicationServerKey: options.applicationServerKey,
          })
          .catch(() => undefined)
      : undefined)
  if (before) await post(scope, '/v1/push/unsubscribe', { endpoint: before.endpoint })
  const { endpoint, keys } = fresh?.toJSON() ?? {}
  if (!endpoint || !keys) return
  const body = { endpoint, p256dh: keys['p256dh'], auth: keys['auth'] }
  await post(scope, '/v1/private/users/web-push', body)
}

async function post(scope: WorkerScope, path: string, body: object): Promise<void> {
  await scope
    .fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    .catch(() => undefined)
}

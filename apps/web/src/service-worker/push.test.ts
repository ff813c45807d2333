import { expect, test, vi } from 'vitest'
import { handlePushEvents } from './push.ts'
import type { WorkerScope, WorkerWindow } from './worker-scope.ts'

type Replies = Record<string, unknown>

const NOW = Date.parse('2026-11-15T12:00:00.000Z')

function aWorker({
  windows = [],
  replies = {},
}: { windows?: WorkerWindow[]; replies?: Replies } = {}) {
  const listeners = new Map<string, (event: never) => void>()
  const shown: { title: string; options: NotificationOptions }[] = []
  const posted: { path: string; body: unknown }[] = []
  const scope = {
    fetch: vi.fn<(url: string, init?: { body?: string }) => Promise<Response>>(
      async (url, init) => {
        const path = url.split('?', 1)[0] ?? ''
        if (init?.body !== undefined) posted.push({ path, body: JSON.parse(init.body) })
        const data = replies[path]
        return data === undefined
          ? new Response('{}', { status: 401 })
          : Response.json({ code: 0, data })
      },
    ),
    registration: {
      showNotification: async (title: string, options: NotificationOptions) =>
        void shown.push({ title, options }),
      getNotifications: async () => shown,
      pushManager: {},
    },
    clients: {
      matchAll: async () => windows,
      openWindow: vi.fn<(url: string) => Promise<void>>(async () => {}),
    },
    navigator: { setAppBadge: vi.fn<(count: number) => Promise<void>>(async () => {}) },
    addEventListener: (name: string, listener: (event: never) => void) =>
      listeners.set(name, listener),
  }
  handlePushEvents(scope as unknown as WorkerScope)
  const fire = async (name: string, event: object) => {
    const works: Promise<unknown>[] = []
    const waiting = { ...event, waitUntil: (work: Promise<unknown>) => works.push(work) }
    listeners.get(name)?.(waiting as never)
    await Promise.all(works)
  }
  return {
    scope,
    shown,
    posted,
    push: (text: string | undefined) =>
      fire('push', { data: text === undefined ? null : { text: () => text } }),
    click: (data: unknown) =>
      fire('notificationclick', { notification: { data, close: vi.fn<() => void>() } }),
    change: (event: object) => fire('pushsubscriptionchange', event),
  }
}

const payload = (change: object = {}) =>
  JSON.stringify({
    code: 'REFUND_SUBMIT',
    data: { seasonId: 7, historyId: 31 },
    timestamp: NOW,
    lang: 'en',
    ...change,
  })

test.each([
  ['en', 'Refund requested', 'We received your refund request.'],
  ['ko', '환불 접수', '환불 요청을 접수했어요.'],
] as const)(
  "shows the text of the code in the member's language: %s",
  async (lang, title, body) => {
    const worker = aWorker()

    await worker.push(payload({ lang }))

    expect(worker.shown).toMatchObject([
      {
        title,
        options: {
          body,
          lang,
          data: { code: 'REFUND_SUBMIT', data: { seasonId: 7, historyId: 31 } },
        },
      },
    ])
  },
)

test.each([undefined, '', 'no json', '"text"', 'null', '{"code":5}', payload({ code: 'NEWER' })])(
  'always shows a notification, whatever the payload: %s',
  async (text) => {
    const worker = aWorker()

    await worker.push(text)

    expect(worker.shown).toMatchObject([
      { title: 'Solstice', options: { body: 'You have a new update.' } },
    ])
  },
)

test('takes the text of a notice from the public list, or shows a generic announcement', async () => {
  const notice = {
    notificationId: 4,
    title: 'Meteor night',
    content: `Look up.\n${'x'.repeat(300)}`,
  }
  const text = payload({ code: 'NOTICE', data: { notificationId: 4 } })
  const online = aWorker({ replies: { '/v1/public/notifications': { list: [notice] } } })
  const offline = aWorker()

  await online.push(text)
  await offline.push(text)

  expect(online.shown[0]?.title).toBe('Meteor night')
  expect(online.shown[0]?.options.body).toMatch(/^Look up\. x+…$/)
  expect(online.shown[0]?.options.body).toHaveLength(160)
  expect(offline.shown[0]).toMatchObject({ title: 'New announcement' })
})

test('shows the text that the test of a notice carries', async () => {
  const worker = aWorker()
  const text = { title: '유성우의 밤', content: '하늘을 보세요.' }

  await worker.push(payload({ code: 'NOTICE', data: {}, lang: 'ko', text }))

  expect(worker.shown[0]).toMatchObject({
    title: '유성우의 밤',
    options: { body: '하늘을 보세요.', lang: 'ko' },
  })
})

test('replaces a message that was sent again, but not another one', async () => {
  const worker = aWorker()

  await worker.push(payload())
  await worker.push(payload())
  await worker.push(payload({ timestamp: NOW + 1 }))

  const tags = worker.shown.map(({ options }) => options.tag)
  expect(tags[0]).toBe(tags[1])
  expect(tags[0]).not.toBe(tags[2])
})

test('sets the badge to the unread count, or to the number of shown notifications without a response', async () => {
  const unread = { unreadCount: 3, unreadNoticeCount: 2 }
  const online = aWorker({ replies: { '/v1/private/users/alarms': unread } })
  const signedOut = aWorker()

  await online.push(payload())
  await signedOut.push(payload())

  expect(online.scope.navigator.setAppBadge).toHaveBeenLastCalledWith(5)
  expect(signedOut.scope.navigator.setAppBadge).toHaveBeenLastCalledWith(1)
})

test('counts nothing while another notification is being shown', async () => {
  const worker = aWorker()
  const { registration } = worker.scope
  const showing = new Set<string | undefined>()
  const counted: number[] = []
  registration.showNotification = async (title, options) => {
    showing.add(options.tag)
    // The second one takes longer than the first.
    await new Promise((resolve) => {
      setTimeout(resolve, showing.size * 20)
    })
    showing.delete(options.tag)
    worker.shown.push({ title, options })
  }
  registration.getNotifications = async () => {
    counted.push(showing.size)
    return worker.shown
  }

  await Promise.all([worker.push(payload()), worker.push(payload({ timestamp: NOW + 1 }))])

  expect(worker.shown).toHaveLength(2)
  expect(counted).toEqual([0, 0])
})

test('opens the app on a tap with the notification in the URL, dated at the tap', async () => {
  vi.useFakeTimers({ now: NOW + 3_600_000 })
  const worker = aWorker()

  await worker.click({ code: 'REFUND_SUBMIT', data: { seasonId: 7, historyId: 31, more: 1 } })
  vi.useRealTimers()

  const url = new URL(worker.scope.clients.openWindow.mock.calls[0]?.[0] ?? '', 'https://app')
  expect(url.pathname).toBe('/')
  expect(JSON.parse(url.searchParams.get('notification') ?? '')).toEqual({
    code: 'REFUND_SUBMIT',
    data: { seasonId: 7, historyId: 31 },
    timestamp: NOW + 3_600_000,
  })
})

test('opens the hold of a push on a tap', async () => {
  const worker = aWorker()

  await worker.click({ code: 'HOLD_OPENED', data: { holdId: 5 } })

  const url = new URL(worker.scope.clients.openWindow.mock.calls[0]?.[0] ?? '', 'https://app')
  expect(JSON.parse(url.searchParams.get('notification') ?? '')).toMatchObject({
    code: 'HOLD_OPENED',
    data: { holdId: 5 },
  })
})

/** Creates a window of this origin that acknowledges messages, or does not. */
function aWindow({
  visibilityState = 'hidden',
  path = '/home',
  acknowledges = true,
}: {
  visibilityState?: WorkerWindow['visibilityState']
  path?: string
  acknowledges?: boolean
} = {}) {
  return {
    url: `https://app${path}`,
    visibilityState,
    focus: vi.fn<() => Promise<unknown>>(async () => {}),
    postMessage: vi.fn<(message: unknown, transfer?: Transferable[]) => void>(
      (_message, [port] = []) => {
        if (acknowledges && port instanceof MessagePort) port.postMessage(true)
      },
    ),
  }
}

test('continues in the visible open app after a tap and reloads nothing', async () => {
  const [hidden, visible] = [aWindow(), aWindow({ visibilityState: 'visible' })]
  const worker = aWorker({ windows: [hidden, visible] })

  await worker.click({ code: 'REWARD', data: {} })

  expect(visible.postMessage.mock.calls[0]?.[0]).toEqual({
    type: 'OPEN_NOTIFICATION',
    notification: { code: 'REWARD', data: {}, timestamp: expect.any(Number) as number },
  })
  expect(visible.focus).toHaveBeenCalledOnce()
  expect(hidden.postMessage).not.toHaveBeenCalled()
  expect(worker.scope.clients.openWindow).not.toHaveBeenCalled()
})

test('ignores pages that are not the app after a tap', async () => {
  const docs = aWindow({ visibilityState: 'visible', path: '/docs/api' })
  const app = aWindow({ path: '/wallet' })
  const worker = aWorker({ windows: [docs, app] })

  await worker.click({ code: 'REWARD', data: {} })

  expect(docs.postMessage).not.toHaveBeenCalled()
  expect(app.focus).toHaveBeenCalledOnce()
})

test('opens a new window after a tap if the open app does not respond', async () => {
  vi.useFakeTimers({ now: NOW })
  const silent = aWindow({ visibilityState: 'visible', acknowledges: false })
  const worker = aWorker({ windows: [silent] })

  const clicked = worker.click({ code: 'REWARD', data: {} })
  await vi.runAllTimersAsync()
  await clicked
  vi.useRealTimers()

  expect(worker.scope.clients.openWindow.mock.calls[0]?.[0]).toMatch(/^\/\?notification=/)
  expect(silent.focus).not.toHaveBeenCalled()
})

test('reports a changed push endpoint to the server and removes the old one', async () => {
  const keys = { p256dh: 'point', auth: 'secret' }
  const worker = aWorker()

  await worker.change({
    oldSubscription: { endpoint: 'https://push.example/old' },
    newSubscription: { toJSON: () => ({ endpoint: 'https://push.example/new', keys }) },
  })

  expect(worker.posted).toEqual([
    { path: '/v1/push/unsubscribe', body: { endpoint: 'https://push.example/old' } },
    {
      path: '/v1/private/users/web-push',
      body: { endpoint: 'https://push.example/new', ...keys },
    },
  ])
})

test.each([
  ['en', 'Funds received', '0.5 ETH arrived in your wallet on Base.', 0],
  ['en', 'Funds received', '0.5 ETH arrived in your wallet on Base, plus 1 more deposit.', 1],
  ['en', 'Funds received', '0.5 ETH arrived in your wallet on Base, plus 2 more deposits.', 2],
  ['ko', '입금 완료', '0.5 ETH 입금이 확인됐어요. 네트워크: Base', 0],
  ['ko', '입금 완료', '0.5 ETH 외 2건의 입금이 확인됐어요. 네트워크: Base', 2],
] as const)(
  'names amount, symbol and network of a deposit: %s %s %s',
  async (lang, title, body, more) => {
    const worker = aWorker()
    const data = { deposit: { amount: '0.5', symbol: 'ETH', network: 'Base', more } }

    await worker.push(payload({ code: 'FUNDS_RECEIVED', data, lang }))

    expect(worker.shown).toMatchObject([{ title, options: { body, lang } }])
  },
)

test('truncates a text that is too long for a notification', async () => {
  const worker = aWorker()
  const deposit = { amount: '0.5', symbol: 'ETH', network: 'N'.repeat(200), more: 0 }

  await worker.push(payload({ code: 'FUNDS_RECEIVED', data: { deposit } }))

  expect(worker.shown[0]?.options.body).toHaveLength(160)
})

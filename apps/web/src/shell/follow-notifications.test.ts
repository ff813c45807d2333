import { expect, test } from 'vitest'
import { takeDeepLink } from './deep-link.ts'
import { followNotifications } from './follow-notifications.ts'
import type { Presence } from './session-presence.ts'

function anApp(status: Presence['status']) {
  const navigations: string[] = []
  const answered: unknown[] = []
  let receive: (event: { data: unknown; ports: unknown[] }) => void = () => {}
  const serviceWorker = {
    addEventListener: (_name: string, listener: typeof receive) => {
      receive = listener
    },
  } as unknown as ServiceWorkerContainer
  followNotifications({ serviceWorker }, { getState: () => ({ status }) }, (href) =>
    navigations.push(href),
  )
  const port = { postMessage: (message: unknown) => answered.push(message) }
  return {
    went: navigations,
    answered,
    receive: (data: unknown) => receive({ data, ports: [port] }),
  }
}

const tapped = (code: string, data: object = {}) => ({
  type: 'OPEN_NOTIFICATION',
  notification: { code, data, timestamp: Date.now() },
})

test('leads a member to the target of a tapped notification, which only the route table decides', () => {
  const app = anApp('auth')

  app.receive(tapped('CHECK_IN', { seasonId: 7 }))
  app.receive(tapped('NOTICE'))
  app.receive(tapped('//evil.example'))

  expect(app.went).toEqual(['/rewards/dashboard/7/missions/1/', '/more/notification', '/home'])
  expect(app.answered).toHaveLength(3)
})

test('keeps the link until the log-in when no member is signed in', () => {
  const app = anApp('unauth')

  app.receive(tapped('REWARD'))

  expect(app.went).toEqual([])
  expect(app.answered).toHaveLength(1)
  expect(takeDeepLink()).toBe('/wallet')
})

test.each([null, 'text', { type: 'SKIP_WAITING' }])('ignores other messages: %o', (data) => {
  const app = anApp('auth')

  app.receive(data)

  expect(app.went).toEqual([])
  expect(app.answered).toEqual([])
})

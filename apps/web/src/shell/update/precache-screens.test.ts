import { expect, test, vi } from 'vitest'
import { create } from 'zustand'
import { precacheScreens } from './precache-screens.ts'

type Status = 'loading' | 'unauth' | 'auth'

function start(status: Status, connection: { saveData?: boolean } = {}) {
  const auth = create<{ status: Status }>(() => ({ status }))
  const postMessage = vi.fn<(message: unknown) => void>()
  const ready = Promise.resolve({ active: { postMessage } } as unknown as ServiceWorkerRegistration)
  precacheScreens({ serviceWorker: { ready }, connection }, auth)
  return { auth, postMessage }
}

test('sends the request to cache the screens once, when a member signs in', async () => {
  const { auth, postMessage } = start('unauth')
  await Promise.resolve()
  expect(postMessage).not.toHaveBeenCalled()

  auth.setState({ status: 'auth' })
  auth.setState({ status: 'unauth' })
  auth.setState({ status: 'auth' })

  await expect.poll(() => postMessage.mock.calls).toEqual([[{ type: 'KEEP_SCREENS' }]])
})

test('sends the request for a member who is already signed in', async () => {
  const { postMessage } = start('auth')
  await expect.poll(() => postMessage).toHaveBeenCalledTimes(1)
})

test('fetches nothing in advance on a device that saves data', async () => {
  const { postMessage } = start('auth', { saveData: true })
  await new Promise((resolve) => setTimeout(resolve))
  expect(postMessage).not.toHaveBeenCalled()
})

import { beforeEach, expect, test, vi } from 'vitest'
import { promptToInstall, useInstallState, watchInstallation } from './install-state.ts'

function anOffer(prompt: () => Promise<unknown> = async () => undefined) {
  const offer = new Event('beforeinstallprompt', { cancelable: true })
  return Object.assign(offer, { prompt: vi.fn<() => Promise<unknown>>(prompt) })
}

let page: EventTarget
beforeEach(() => {
  useInstallState.setState({ offer: undefined, wasInstalled: false })
  page = new EventTarget()
  watchInstallation(page as unknown as Window)
})

test('an offer to install is used once: asking takes it away before the browser asks', async () => {
  const offer = anOffer(async () => expect(useInstallState.getState().offer).toBeUndefined())
  page.dispatchEvent(offer)
  expect(useInstallState.getState().offer).toBe(offer)
  expect(offer.defaultPrevented).toBe(true)

  await promptToInstall(offer)

  expect(offer.prompt).toHaveBeenCalledTimes(1)
  expect(useInstallState.getState().offer).toBeUndefined()
})

test('after a “no” the browser may offer again', async () => {
  const first = anOffer()
  page.dispatchEvent(first)
  await promptToInstall(first)
  const second = anOffer()

  page.dispatchEvent(second)

  expect(useInstallState.getState().offer).toBe(second)
})

test('a browser that refuses to ask is logged, and the offer is gone', async () => {
  const errorLog = vi.spyOn(console, 'error').mockImplementation(() => {})
  const refusal = new Error('already used')
  const offer = anOffer(() => Promise.reject(refusal))
  page.dispatchEvent(offer)

  await promptToInstall(offer)

  expect(errorLog.mock.calls).toEqual([['The browser did not ask to install', refusal]])
  expect(useInstallState.getState().offer).toBeUndefined()
  errorLog.mockRestore()
})

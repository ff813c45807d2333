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

test('uses an install offer once and removes it before the browser prompts', async () => {
  const offer = anOffer(async () => expect(useInstallState.getState().offer).toBeUndefined())
  page.dispatchEvent(offer)
  expect(useInstallState.getState().offer).toBe(offer)
  expect(offer.defaultPrevented).toBe(true)

  await promptToInstall(offer)

  expect(offer.prompt).toHaveBeenCalledTimes(1)
  expect(useInstallState.getState().offer).toBeUndefined()
})

test('accepts a new offer of the browser after a “no”', async () => {
  const first = anOffer()
  page.dispatchEvent(first)
  await promptToInstall(first)
  const second = anOffer()

  page.dispatchEvent(second)

  expect(useInstallState.getState().offer).toBe(second)
})

test('logs a browser that refuses to prompt and discards the offer', async () => {
  const errorLog = vi.spyOn(console, 'error').mockImplementation(() => {})
  const refusal = new Error('already used')
  const offer = anOffer(() => Promise.reject(refusal))
  page.dispatchEvent(offer)

  await promptToInstall(offer)

  expect(errorLog.mock.calls).toEqual([['Install prompt failed', refusal]])
  expect(useInstallState.getState().offer).toBeUndefined()
  errorLog.mockRestore()
})

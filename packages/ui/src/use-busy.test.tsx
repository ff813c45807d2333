import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { useBusy } from './use-busy.ts'

function renderBusy() {
  const shown = vi.fn<(run: ReturnType<typeof useBusy>['run']) => void>()
  function Probe() {
    shown(useBusy().run)
    return null
  }
  renderToStaticMarkup(<Probe />)
  const run = shown.mock.lastCall?.[0]
  if (!run) throw new Error('The hook was not rendered')
  return run
}

test('does not pay twice when the button is pressed again during a payment', async () => {
  const run = renderBusy()
  const opened = Promise.withResolvers<void>()
  const paid: string[] = []

  const first = run(async () => {
    await opened.promise
    paid.push('passkey')
  })
  await run(async () => void paid.push('pin'))
  opened.resolve()
  await first

  expect(paid).toEqual(['passkey'])
})

test('allows another payment after a failed one', async () => {
  const run = renderBusy()

  await expect(run(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused')

  let paid = 0
  await run(async () => void (paid += 1))
  expect(paid).toBe(1)
})

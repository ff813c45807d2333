import { expect, test } from 'vitest'
import { oneAtATime } from './one-at-a-time.ts'

test('a second press while a payment is being made does not pay twice', async () => {
  const once = oneAtATime()
  const opened = Promise.withResolvers<void>()
  const paid: string[] = []

  const first = once(async () => {
    await opened.promise
    paid.push('passkey')
  })
  await once(async () => void paid.push('pin'))
  opened.resolve()
  await first

  expect(paid).toEqual(['passkey'])
})

test('after a payment that failed another one can be made', async () => {
  const once = oneAtATime()

  await expect(once(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused')

  let paid = 0
  await once(async () => void (paid += 1))
  expect(paid).toBe(1)
})

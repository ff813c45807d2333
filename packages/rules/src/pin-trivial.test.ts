import { expect, test } from 'vitest'
import { isTrivialPin } from './pin.ts'

test('so few PINs are trivial that guessing one of the others gets no easier', () => {
  const all = Array.from({ length: 1_000_000 }, (_, at) => String(at).padStart(6, '0'))

  expect(all.filter(isTrivialPin).length).toBeLessThan(2000)
})

import { expect, test } from 'vitest'
import { isTrivialPin } from './pin.ts'

test('rejecting trivial PINs does not make the remaining ones easier to guess', () => {
  const all = Array.from({ length: 1_000_000 }, (_, at) => String(at).padStart(6, '0'))

  expect(all.filter(isTrivialPin).length).toBeLessThan(2000)
})

import { expect, test } from 'vitest'
import { runSignOutTasks } from './sign-out.ts'
import { endWish, keyOfWish } from './wish-key.ts'

test('a wish keeps its key until an answer came, and no other wish has it', () => {
  const key = keyOfWish('buy', { productId: 5 })

  expect(keyOfWish('buy', { productId: 5 })).toBe(key)
  expect(keyOfWish('buy', { productId: 6 })).not.toBe(key)
  expect(keyOfWish('withdraw', { productId: 5 })).not.toBe(key)

  endWish('buy', { productId: 5 })
  expect(keyOfWish('buy', { productId: 5 })).not.toBe(key)
})

test('the next member wishes for themselves', () => {
  const key = keyOfWish('buy', { productId: 5 })
  runSignOutTasks({ wipe: false })
  expect(keyOfWish('buy', { productId: 5 })).not.toBe(key)
})

import { expect, test } from 'vitest'
import { buildToken, committedToken } from './build-token.ts'

test('the committed token matches its compiled source', { timeout: 60_000 }, async () => {
  expect(JSON.parse(await buildToken())).toEqual(JSON.parse(committedToken()))
})

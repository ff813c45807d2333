import { expect, test } from 'vitest'
import { base64Of, problemOfPicture } from './api.ts'

test('encodes a file that is longer than one piece', () => {
  const bytes = Uint8Array.from({ length: 20_000 }, (_, at) => at % 256)

  expect(base64Of(bytes)).toBe(Buffer.from(bytes).toString('base64'))
})

test.each([
  [{ type: 'image/png', size: 1_400_000 }, undefined],
  [{ type: 'image/png', size: 1_400_001 }, 'size'],
  [{ type: 'image/svg+xml', size: 100 }, 'type'],
] as const)('%j has the problem %s', (file, problem) => {
  expect(problemOfPicture(file)).toBe(problem)
})

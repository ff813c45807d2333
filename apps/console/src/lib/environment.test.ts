import { expect, test } from 'vitest'
import { environmentOf } from './environment.ts'

test.each([
  [undefined, 'localhost', 'development'],
  [undefined, '127.0.0.1', 'development'],
  [undefined, 'console.solstice.example', 'production'],
  [undefined, 'localhost.example', 'production'],
  ['staging', 'console.solstice.example', 'staging'],
  ['development', 'console.test', 'development'],
  ['anything', 'console.test', 'production'],
] as const)('the page "%s" at %s shows %s', (content, hostname, shown) => {
  expect(environmentOf(content, hostname)).toBe(shown)
})

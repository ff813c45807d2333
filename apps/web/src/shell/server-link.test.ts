import { expect, test } from 'vitest'
import { linkTargetOf } from './server-link.tsx'

test.each([
  ['/starlight', 'inside'],
  ['/rewards/dashboard/2/missions/1/', 'inside'],
  ['https://lumen.example/solstice', 'outside'],
  ['http://lumen.example', 'nowhere'],
  ['//evil.example', 'nowhere'],
  ['/\\evil.example', 'nowhere'],
  ['javascript:alert(1)', 'nowhere'],
  ['data:text/html,x', 'nowhere'],
  [null, 'nowhere'],
] as const)('%s leads %s', (url, target) => {
  expect(linkTargetOf(url)).toBe(target)
})

import { expect, test } from 'vitest'
import { ipBudgetsOf } from './ip-budgets.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['', ''],
  ['somewhere', 'somewhere'],
])('%s has the single budget %s', (ip, scope) => {
  expect(ipBudgetsOf(ip)).toEqual([{ scope, factor: 1 }])
})

test.each([
  ['2001:db8:1:2:3:4:5:6', ['2001:db8:1:2::/64', '2001:db8:1:0::/56', '2001:db8:1::/48']],
  [
    '2001:0DB8:0001:abcd:ffff:ffff:ffff:ffff',
    ['2001:db8:1:abcd::/64', '2001:db8:1:ab00::/56', '2001:db8:1::/48'],
  ],
  ['2001:db8::1', ['2001:db8:0:0::/64', '2001:db8:0:0::/56', '2001:db8:0::/48']],
  ['2001:db8::1:2:3:4:5', ['2001:db8:0:1::/64', '2001:db8:0:0::/56', '2001:db8:0::/48']],
  ['fe80::1%eth0', ['fe80:0:0:0::/64', 'fe80:0:0:0::/56', 'fe80:0:0::/48']],
  ['::1', ['0:0:0:0::/64', '0:0:0:0::/56', '0:0:0::/48']],
])('%s counts for its /64, its /56 and its /48, with growing budgets', (ip, scopes) => {
  expect(ipBudgetsOf(ip)).toEqual(scopes.map((scope, at) => ({ scope, factor: [1, 4, 16][at] })))
})

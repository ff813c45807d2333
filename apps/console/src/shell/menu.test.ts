import { endpoints } from '@solstice/contract/catalogue'
import { OPERATOR_ROLES } from '@solstice/contract/endpoint'
import type { Endpoint, OperatorRole } from '@solstice/contract/endpoint'
import { expect, test } from 'vitest'
import { menuFor } from './menu.ts'

const all: readonly Endpoint[] = Object.values(endpoints)
const callsOf = (role: OperatorRole) =>
  all
    .filter(
      ({ access, roles }) => access === 'operator' && (role === 'OWNER' || roles?.includes(role)),
    )
    .map(({ id }) => id)
const pages = (role: OperatorRole) => menuFor(callsOf(role)).map(({ to }) => to)

test.each(OPERATOR_ROLES)('shows %s only pages whose call the role may make', (role) => {
  const calls = callsOf(role)

  for (const { needs } of menuFor(calls)) expect(calls).toContain(needs)
  expect(pages(role)).toContain('/')
})

test('shows the audit to auditors and owners only', () => {
  expect(OPERATOR_ROLES.filter((role) => pages(role).includes('/system/audit'))).toEqual([
    'OWNER',
    'AUDITOR',
  ])
  expect(pages('OWNER')).toHaveLength(22)
})

test('shows nothing without calls', () => {
  expect(menuFor([])).toEqual([])
})

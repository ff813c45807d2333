import { screen, waitFor } from '@testing-library/react'
import { endpoints } from '@solstice/contract/catalogue'
import { mayCall, OPERATOR_ROLES } from '@solstice/contract/endpoint'
import type { Endpoint, OperatorRole } from '@solstice/contract/endpoint'
import { expect, test } from 'vitest'
import { queryClient } from '#/lib/query-client.ts'
import { menuFor } from '#/shell/menu.ts'
import { openScreen } from './open-screen.tsx'
import { sampleReplies } from './sample-replies.ts'
import { allSent, reply } from './server.ts'

const callsOf = (role: OperatorRole) =>
  Object.values<Endpoint>(endpoints)
    .filter((endpoint) => endpoint.access === 'operator' && mayCall(role, endpoint))
    .map(({ id }) => id)

const pages = OPERATOR_ROLES.flatMap((role) =>
  menuFor(callsOf(role)).map(({ to }) => [role, to] as const),
)

test.each(pages)('%s opens %s without a call that would be refused', async (role, to) => {
  const me = sampleReplies['operator.me']
  if (!me) throw new Error('There is no sample operator')
  const calls = callsOf(role)
  reply('operator.me', { ...me, role, calls })

  await openScreen(to)
  await screen.findByRole('heading', { level: 1 })
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))

  expect(allSent().filter((id) => !calls.includes(id))).toEqual([])
})

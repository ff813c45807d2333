import { expect, test } from 'vitest'
import type { Call } from '#/client.ts'
import { groups } from '#/groups.ts'
import { parse } from '#/parse.ts'

test.each([
  [false, 'Members       412\nDevices       530\nSwitched off  18 members, 21 devices'],
  [
    true,
    'Members       about 412\nDevices       about 530\nSwitched off  about 18 members, about 21 devices',
  ],
])('marks the numbers of an audience that are an estimate: %s', async (isEstimate, expected) => {
  const reach = { members: 412, devices: 530, switchedOff: { members: 18, devices: 21 } }
  // The command only counts with --dry-run.
  const call = (async () => ({ ...reach, isEstimate })) as unknown as Call
  const parsed = parse(groups, ['campaigns', 'send', '--notice', '1', '--dry-run'])
  if (parsed.kind !== 'run') throw new Error('Expected a command to run')

  const { text } = await parsed.command.run(call, parsed.given)

  expect(text.trimEnd()).toBe(expected)
})

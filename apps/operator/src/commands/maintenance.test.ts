import { expect, test } from 'vitest'
import type { Call } from '#/client.ts'
import { groups } from '#/groups.ts'
import { parse } from '#/parse.ts'

test('appends the sentence about wallet and funds to a custom maintenance description', async () => {
  const sent: unknown[] = []
  const call = (async (_id: string, input: { body: unknown }) => {
    sent.push(input.body)
    throw new Error('Enough')
  }) as unknown as Call // The command only sends here; the response does not matter.
  const parsed = parse(groups, ['maintenance', 'on', '--description', 'Back at noon.'])
  if (parsed.kind !== 'run') throw new Error('Expected a command to run')

  await expect(parsed.command.run(call, parsed.given)).rejects.toThrow('Enough')

  const description = { en: 'Back at noon. Your wallet and funds aren’t affected.', ko: '' }
  expect(sent).toMatchObject([{ description }])
})

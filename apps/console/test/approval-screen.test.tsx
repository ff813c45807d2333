import { screen, within } from '@testing-library/react'
import type { CallData } from '@solstice/contract/wire'
import { expect, test } from 'vitest'
import { axeViolations, openScreen } from './open-screen.tsx'
import { me, sampleReplies } from './sample-replies.ts'
import { reply } from './server.ts'

function proposed(change: Partial<CallData<'approval.show'>>): void {
  const sample = sampleReplies['approval.show']
  if (!sample) throw new Error('There is no sample proposal')
  reply('approval.show', { ...sample, ...change })
}

/** Returns the labels and values of a panel. */
async function factsIn(title: string): Promise<Record<string, string>> {
  const heading = await screen.findByRole('heading', { name: title })
  const panel = within(heading.closest('section') ?? document.body)
  const values = panel.getAllByRole('definition').map(({ textContent }) => textContent)
  const labels = panel.getAllByRole('term').map(({ textContent }) => textContent)
  return Object.fromEntries(labels.map((label, at) => [label, values[at] ?? '']))
}

test('the page shows every value that the sentence leaves out, and no hash', async () => {
  proposed({
    call: 'operator.addOperator',
    sentence: {
      key: 'operator.addOperator',
      values: {
        name: 'noah.brandt',
        role: 'SUPPORT',
        kind: 'PERSON',
        email: 'noah.brandt@solstice.example',
        planHash: '0a1b',
      },
    },
    changes: [],
    figures: [],
  })
  await openScreen('/approvals/57')

  expect(await factsIn('Details')).toEqual({
    Kind: 'Person',
    Email: 'noah.brandt@solstice.example',
  })
  expect(await axeViolations()).toEqual([])
})

test('a figure that the server does not know is not shown as a unit', async () => {
  proposed({ figures: [{ name: 'sourcePrice', value: '', unit: 'USD', limit: null }] })
  await openScreen('/approvals/57')

  expect(await factsIn('Figures')).toEqual({ 'Price of the source': 'unknown' })
})

const LATER = '2027-01-18T08:00:00.000Z'
const approveButton = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Approve' })

test('a passkey that is too new for money says from when it approves', async () => {
  const factors = me.factors.map((factor) =>
    factor.kind === 'PASSKEY' ? { ...factor, approvesFrom: LATER } : factor,
  )
  reply('operator.me', { ...me, factors })
  await openScreen('/approvals/57')

  expect((await approveButton()).disabled).toBe(true)
  expect(screen.getByText(/can approve from Mon 18 Jan 12:00 UTC\+4 on/)).toBeDefined()
})

test('the authenticator app approves instead of a passkey that is too new', async () => {
  const factors = me.factors.map((factor) =>
    factor.kind === 'PASSKEY' ? { ...factor, approvesFrom: LATER } : factor,
  )
  reply('operator.me', { ...me, factors })
  proposed({ needsPasskey: false })
  await openScreen('/approvals/57')

  expect((await approveButton()).disabled).toBe(false)
  expect(screen.queryByText('Confirm with your passkey.')).toBeNull()
})

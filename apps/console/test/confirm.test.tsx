import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Code } from '@solstice/contract/codes'
import { ApiError } from '@solstice/ui/api-error.ts'
import { expect, test } from 'vitest'
import { axeViolations, openScreen } from './open-screen.tsx'
import { me, sampleReplies } from './sample-replies.ts'
import { fault, reply, sentCalls } from './server.ts'

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

async function openRetryDialog() {
  await openScreen('/system/jobs')
  fireEvent.click(await screen.findByRole('button', { name: 'Retry all: Mail with a code' }))
  return screen.findByRole('dialog')
}

const keysOf = (id: Parameters<typeof sentCalls>[0]) =>
  sentCalls(id).map(({ idempotencyKey }) => idempotencyKey)

test('shows the effect in figures and names the action', async () => {
  const dialog = await openRetryDialog()

  expect(within(dialog).getByRole('button', { name: 'Retry 2 jobs' })).toBeDefined()
  expect(within(dialog).getByText('C2')).toBeDefined()
  expect(await axeViolations()).toEqual([])
})

test('refuses an empty reason, an email or wallet address, and a wrong name', async () => {
  await openRetryDialog()

  press('Retry 2 jobs')
  expect(screen.getByText('Enter a reason')).toBeDefined()
  expect(screen.getByText('Type verification.mail-code exactly')).toBeDefined()
  type('Reason', 'asked by mina@example.com')
  expect(screen.getByText(/^Leave out email and wallet addresses/)).toBeDefined()
  type('Reason', 'paid to 0x90aF')
  expect(screen.getByText(/^Leave out email and wallet addresses/)).toBeDefined()

  expect(sentCalls('operator.retryJobs')).toEqual([])
})

test('sends the reason once and closes', async () => {
  await openRetryDialog()
  type('Reason', 'INC-92, mail server is back')
  type(/^Type /, 'verification.mail-code')

  press('Retry 2 jobs')
  press('Retry 2 jobs')

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sentCalls('operator.retryJobs').map(({ input }) => input.body)).toEqual([
    { kind: 'verification.mail-code', reason: 'INC-92, mail server is back' },
  ])
})

test('repeats an unanswered action with the same key', async () => {
  reply('operator.retryJobs', new ApiError({ status: 0 }), { retried: 2, left: 0 })
  await openRetryDialog()
  type('Reason', 'INC-92')
  type(/^Type /, 'verification.mail-code')

  press('Retry 2 jobs')
  expect(await screen.findByText(/^No answer yet/)).toBeDefined()
  press('Ask again')

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const [first, second] = keysOf('operator.retryJobs')
  expect(first).toBeTruthy()
  expect(second).toBe(first)
})

test('uses a new key after a refusal, and shows its code and request id', async () => {
  const refusal = { code: Code.INVALID_REQUEST, status: 400, msg: 'Not so', requestId: 'req-1' }
  reply('operator.retryJobs', new ApiError(refusal), { retried: 2, left: 0 })
  await openRetryDialog()
  type('Reason', 'INC-92')
  type(/^Type /, 'verification.mail-code')

  press('Retry 2 jobs')
  expect(await screen.findByText('9992, req-1')).toBeDefined()
  press('Retry 2 jobs')

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const [first, second] = keysOf('operator.retryJobs')
  expect(second).not.toBe(first)
})

test('asks for a factor on 2911 and then sends the same request with the same key', async () => {
  const refusal = new ApiError({ code: Code.STEP_UP_REQUIRED, status: 403 })
  reply('operator.disableOperator', refusal, null)
  await openScreen('/system/operators')
  fireEvent.click(await screen.findByRole('button', { name: 'Disable noah.brandt' }))
  type('Reason', 'Left on 30 June')
  type('Type noah.brandt', 'noah.brandt')
  press('Disable')

  type(
    await screen.findByLabelText('Code of the authenticator app').then(() => /^Code of/),
    '123456',
  )
  expect(await axeViolations()).toEqual([])
  press('Confirm with code')

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sentCalls('operatorAuth.stepUp').map(({ input }) => input.body)).toEqual([
    { code: '123456' },
  ])
  const [first, second] = keysOf('operator.disableOperator')
  expect(second).toBe(first)
  const bodies = sentCalls('operator.disableOperator').map(({ input }) => input.body)
  expect(bodies).toEqual(bodies.map(() => ({ reason: 'Left on 30 June' })))
})

test('asks for a passkey alone on 2911 while nobody else can approve', async () => {
  const data = { factor: 'PASSKEY' }
  reply('operator.addOperator', new ApiError({ code: Code.STEP_UP_REQUIRED, status: 403, data }))
  await openScreen('/system/operators')
  fireEvent.click(await screen.findByRole('button', { name: 'Appoint' }))
  type('Name', 'elena.fischer')
  type('Email', 'elena.fischer@solstice.example')
  type('Reason', 'New colleague')
  press('Appoint elena.fischer')

  expect(await screen.findByText(/^Nobody else can approve this now.* Add one/)).toBeDefined()
  expect(screen.queryByLabelText('Code of the authenticator app')).toBeNull()
  expect(await axeViolations()).toEqual([])
})

test('shows the number of the proposal on 2912 and links to it', async () => {
  reply(
    'operator.addOperator',
    new ApiError({ code: Code.APPROVAL_PENDING, status: 202, data: { approvalId: 57 } }),
  )
  await openScreen('/system/operators')
  fireEvent.click(await screen.findByRole('button', { name: 'Appoint' }))
  type('Name', 'elena.fischer')
  type('Email', 'elena.fischer@solstice.example')
  type('Reason', 'New colleague')
  press('Appoint elena.fischer')

  const link = await screen.findByRole('link', { name: 'Open proposal 57' })
  expect(link.getAttribute('href')).toBe('/approvals/57')
  expect(await axeViolations()).toEqual([])
})

test('a shortcut never confirms what needs a factor', async () => {
  await openScreen('/system/operators')
  fireEvent.click(await screen.findByRole('button', { name: 'Disable noah.brandt' }))
  type('Reason', 'Left on 30 June')
  type('Type noah.brandt', 'noah.brandt')

  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Enter', ctrlKey: true })

  expect(sentCalls('operator.disableOperator')).toEqual([])
})

test('the end of the session opens the sign-in above the dialog, whose texts stay', async () => {
  await openRetryDialog()
  type('Reason', 'INC-92, half a sentence')
  const { noteSessionLost } = await import('#/lib/session-state.ts')

  noteSessionLost()

  expect(await screen.findByText('Sign in again')).toBeDefined()
  expect(screen.getByDisplayValue('INC-92, half a sentence')).toBeDefined()
  type('Work email', 'hana.seo@solstice.example')
  type('Password', 'a long enough sentence')
  press('Continue')
  type(await screen.findByLabelText('Six-digit code').then(() => 'Six-digit code'), '123456')
  press('Sign in')

  await waitFor(() => expect(screen.queryByText('Sign in again')).toBeNull())
  expect(screen.getByDisplayValue('INC-92, half a sentence')).toBeDefined()
})

test('a proposal of the own person offers no approval', async () => {
  const shown = sampleReplies['approval.show']
  if (!shown) throw new Error('There is no sample proposal')
  reply('approval.show', { ...shown, can: { approve: false, decline: false, withdraw: true } })
  await openScreen('/approvals/57')

  expect(await screen.findByRole('button', { name: 'Withdraw' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
})

test('an action that moves money needs a passkey', async () => {
  reply('operator.me', { ...me, factors: me.factors.filter(({ kind }) => kind === 'TOTP') })
  await openScreen('/approvals/57')

  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Approve' })
  expect(button.disabled).toBe(true)
  expect(screen.getByText(/^Approving this needs a passkey/)).toBeDefined()
})

test('the verification of the audit shows its progress', async () => {
  const sample = sampleReplies['operator.verifyAudit']
  if (!sample) throw new Error('There is no sample verification')
  const full = {
    startedAt: '2027-01-17T14:10:00.000Z',
    finishedAt: null,
    verifiedId: 5000,
    lastId: 20_416,
    firstBrokenId: null,
  }
  reply('operator.verifyAudit', { ...sample, full })
  await openScreen('/system/audit')

  expect(await screen.findByText(/^Verified 5,000 of 20,416 entries/)).toBeDefined()
  expect(screen.getByRole<HTMLProgressElement>('progressbar').value).toBe(5000)
  expect(await axeViolations()).toEqual([])
})

test('a broken entry is named', async () => {
  const sample = sampleReplies['operator.verifyAudit']
  if (!sample) throw new Error('There is no sample verification')
  reply('operator.verifyAudit', { ...sample, ok: false, firstBrokenId: 812 })
  await openScreen('/system/audit')

  expect(await screen.findByText('The chain is broken.')).toBeDefined()
  expect(screen.getByText(/Entry 812 does not match its hash/)).toBeDefined()
})

test('clearing the filters of the audit can be undone', async () => {
  const router = await openScreen('/system/audit?action=job.retry&day=2027-01-17')
  fireEvent.click(await screen.findByRole('button', { name: 'Clear' }))
  await waitFor(() => expect(router.state.location.search).toEqual({}))

  press('Undo')

  await waitFor(() =>
    expect(router.state.location.search).toEqual({ action: 'job.retry', day: '2027-01-17' }),
  )
})

test('a failed overview recovers with Retry', async () => {
  reply('operator.health', fault(), fault(), fault())
  await openScreen('/system/health')
  const retry = await screen.findByRole('button', { name: 'Retry' })
  const sample = sampleReplies['operator.health']
  if (!sample) throw new Error('There is no sample of the health')
  reply('operator.health', sample)

  fireEvent.click(retry)

  expect(await screen.findByText('Ethereum')).toBeDefined()
})

test('an address that needs a session leads to the sign-in and back', async () => {
  reply('operator.me', new ApiError({ code: Code.TOKEN_EXPIRED, status: 401 }))
  const router = await openScreen('/system/audit?action=job.retry')

  expect(await screen.findByRole('heading', { name: 'Operator console' })).toBeDefined()
  expect(router.state.location.search).toEqual({ next: '/system/audit?action=job.retry' })
})

test('the menu shows only what the role may open', async () => {
  const { callsOf } = await import('./sample-replies.ts')
  reply('operator.me', { ...me, role: 'SUPPORT', calls: callsOf('SUPPORT') })
  await openScreen('/')

  const menu = await screen.findByRole('navigation', { name: 'Main' })
  expect(
    within(menu)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Today',
    'Seasons',
    'Approvals1',
    'Alarms',
    'Members',
    'Refunds',
    'Shop',
    'Holds',
    'Treasury',
    'Payouts',
    'Invites',
    'Notices',
    'Campaigns',
    'Networks',
    'Approval limits',
    'Jobs',
    'Health',
    'Availability',
    'Maintenance',
  ])
})

test('warns two minutes before the session ends, and stays signed in on request', async () => {
  const soon = { ...me, idleUntil: '2027-01-17T14:13:30.000Z' }
  reply('operator.me', soon, me)
  await openScreen('/system/health')

  expect(await screen.findByText(/^You are signed out in 1:30/)).toBeDefined()
  expect(await axeViolations()).toEqual([])
  press('Stay signed in')

  await waitFor(() => expect(screen.queryByText('Are you still there?')).toBeNull())
})

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Code } from '@solstice/contract/codes'
import { ApiError } from '@solstice/ui/api-error.ts'
import { expect, test } from 'vitest'
import { queryClient } from '#/lib/query-client.ts'
import { axeViolations, openScreen } from './open-screen.tsx'
import { me, sampleReplies } from './sample-replies.ts'
import { fault, reply, sentCalls } from './server.ts'

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const pressLater = async (name: string | RegExp) =>
  fireEvent.click(await screen.findByRole('button', { name }))
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const isLocked = (label: string) =>
  screen.getByLabelText(label).closest('fieldset')?.disabled ?? false
const pressEscape = () => fireEvent(screen.getByRole('dialog'), new Event('cancel'))

/** Reads everything again that the page shows. */
const poll = () => act(() => queryClient.invalidateQueries())

test('the recovery codes of an enrolment appear even if the next read fails', async () => {
  reply('operator.me', fault())
  await openScreen('/enrol/abc')
  await screen.findByLabelText('New password')
  type('New password', 'a long enough sentence')
  type('Six-digit code', '123456')
  press('Save and continue')

  const [code = ''] = sampleReplies['operatorAuth.enrol']?.recoveryCodes ?? []
  expect(await screen.findByText(code)).toBeDefined()
})

test('new recovery codes stay until the person has closed them on purpose', async () => {
  await openScreen('/me')
  await pressLater('Create new codes')
  const dialog = within(screen.getByRole('dialog'))
  fireEvent.click(dialog.getByRole('button', { name: 'Create new codes' }))
  const [code = ''] = sampleReplies['operatorAuth.newRecoveryCodes']?.recoveryCodes ?? []
  expect(await screen.findByText(code)).toBeDefined()

  pressEscape()

  expect(screen.getByText(code)).toBeDefined()
})

test('the token of a machine stays until the person has closed it on purpose', async () => {
  const added = sampleReplies['operator.addOperator']
  if (!added) throw new Error('There is no sample of a new operator')
  reply('operator.addOperator', { ...added, token: 'token-once' })
  await openScreen('/system/operators')
  await pressLater('Appoint')
  fireEvent.change(screen.getByLabelText('Kind'), { target: { value: 'MACHINE' } })
  type('Name', 'nightly-report')
  type('Reason', 'Monthly report')
  press('Appoint nightly-report')
  expect(await screen.findByText('token-once')).toBeDefined()

  pressEscape()

  expect(screen.getByText('token-once')).toBeDefined()
})

test('a decision keeps its reason when another person decides meanwhile', async () => {
  const shown = sampleReplies['approval.show']
  if (!shown) throw new Error('There is no sample proposal')
  reply('approval.show', shown, { ...shown, state: 'WITHDRAWN' })
  await openScreen('/approvals/57')
  await pressLater(/^Decline/)
  type('Reason', 'PRG-311, half a sentence')

  await poll()

  expect(await screen.findAllByText('Withdrawn')).toBeDefined()
  expect(screen.getByDisplayValue('PRG-311, half a sentence')).toBeDefined()
})

test('a retry keeps its reason when the jobs are gone meanwhile', async () => {
  await openScreen('/system/jobs')
  await pressLater('Retry all: Mail with a code')
  type('Reason', 'INC-92, half a sentence')
  reply('operator.listJobKinds', { list: [] })

  await poll()

  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Retry all: Mail with a code' })).toBeNull(),
  )
  expect(screen.getByDisplayValue('INC-92, half a sentence')).toBeDefined()
})

test('the retry of a job stays open when the job leaves its list', async () => {
  const jobs = sampleReplies['operator.listJobs']
  if (!jobs) throw new Error('There are no sample jobs')
  await openScreen('/system/jobs')
  await pressLater(/^Retry job/)
  reply('operator.listJobs', { ...jobs, totalCount: 0, list: [] })

  await poll()

  expect(await screen.findByText('No job has failed for good.')).toBeDefined()
  expect(screen.getByRole('dialog')).toBeDefined()
})

test('the warning before the longest duration ends promises nothing, and can be closed', async () => {
  reply('operator.me', { ...me, endsAt: '2027-01-17T14:13:30.000Z' })
  await openScreen('/system/health')
  expect(await screen.findByText(/^You are signed out in 1:30, because/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Stay signed in' })).toBeNull()
  expect(await axeViolations()).toEqual([])

  press('Close')

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('invalid fields of a new operator say what is wrong', async () => {
  await openScreen('/system/operators')
  await pressLater('Appoint')
  type('Name', 'x')

  press('Appoint x')

  expect(screen.getByText(/^Use 2 to 40 lowercase letters/)).toBeDefined()
  expect(screen.getByText('Enter an email address')).toBeDefined()
  expect(await axeViolations()).toEqual([])
  expect(sentCalls('operator.addOperator')).toEqual([])
})

test('the same role again is refused in words', async () => {
  await openScreen('/system/operators')
  await pressLater('Change role of noah.brandt')

  press(/^Change to/)

  expect(screen.getByText('Choose another role')).toBeDefined()
})

test('the focus moves to the title when a factor is asked for', async () => {
  const refusal = new ApiError({ code: Code.STEP_UP_REQUIRED, status: 403 })
  reply('operator.disableOperator', refusal)
  await openScreen('/system/operators')
  await pressLater('Disable noah.brandt')
  type('Reason', 'Left on 30 June')
  type('Type noah.brandt', 'noah.brandt')
  screen.getByRole('button', { name: 'Disable' }).focus()
  press('Disable')

  await screen.findByLabelText('Code of the authenticator app')

  expect(document.activeElement?.textContent).toBe('Disable noah.brandt?')
})

test('opening an entry of the audit keeps filters that are not applied yet', async () => {
  const router = await openScreen('/system/audit')
  const entry = await screen.findByRole('link', { name: 'Entry 20,416' })
  type('Action', 'job.retry')

  fireEvent.click(entry)

  await waitFor(() => expect(router.state.location.search).toHaveProperty('entry'))
  expect(screen.getByDisplayValue('job.retry')).toBeDefined()
})

test('applying the filters of the audit keeps the focus', async () => {
  const router = await openScreen('/system/audit')
  await screen.findByRole('button', { name: 'Apply' })
  type('Action', 'job.retry')
  const apply = screen.getByRole('button', { name: 'Apply' })
  apply.focus()

  fireEvent.click(apply)

  await waitFor(() => expect(router.state.location.search).toEqual({ action: 'job.retry' }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Apply' }))
})

test('nothing changes in a request that has no answer yet', async () => {
  const refusal = { code: Code.INVALID_REQUEST, status: 400, msg: 'Not so', requestId: 'req-1' }
  reply('operator.retryJobs', new ApiError({ status: 0 }), new ApiError(refusal))
  await openScreen('/system/jobs')
  await pressLater('Retry all: Mail with a code')
  type('Reason', 'INC-92')
  type(/^Type /, 'verification.mail-code')
  screen.getByLabelText('Reason').focus()
  press('Retry 2 jobs')
  await screen.findByText(/^No answer yet/)

  expect(isLocked('Reason')).toBe(true)
  expect(await axeViolations()).toEqual([])
  press('Ask again')

  // A refusal is an answer.
  await screen.findByText(/req-1/)
  expect(isLocked('Reason')).toBe(false)
})

test('the menu moves the focus to the title of the opened page', async () => {
  await openScreen('/')
  const entry = within(await screen.findByRole('navigation', { name: 'Main' })).getByRole('link', {
    name: 'Health',
  })
  entry.focus()

  fireEvent.click(entry)

  const title = await screen.findByRole('heading', { level: 1, name: 'Health' })
  await waitFor(() => expect(document.activeElement).toBe(title))
})

test('a dialog of an operator keeps its input when the operator leaves the list', async () => {
  const operators = sampleReplies['operator.listOperators']
  if (!operators) throw new Error('There are no sample operators')
  await openScreen('/system/operators')
  await pressLater('Disable noah.brandt')
  type('Type noah.brandt', 'noah.br')
  const list = operators.list.filter(({ name }) => name !== 'noah.brandt')
  reply('operator.listOperators', { ...operators, list, totalCount: list.length })

  await poll()

  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Disable noah.brandt' })).toBeNull(),
  )
  expect(screen.getByDisplayValue('noah.br')).toBeDefined()
})

test('a person rotates the token of their machine, which stays until it is closed on purpose', async () => {
  await openScreen('/me')
  expect(await screen.findByText('Until 8 Mar 13:00 UTC+4')).toBeDefined()
  await pressLater('Rotate the token of ci-deploy')
  expect(await axeViolations()).toEqual([])

  press('Rotate ci-deploy')

  const token = await screen.findByText(/^sol_op_sample/)
  pressEscape()
  expect(token.isConnected).toBe(true)
  expect(sentCalls('operatorAuth.rotateToken').map(({ input }) => input.params)).toEqual([
    { operatorId: 9 },
  ])
})

test('a person disables their machine after typing its name', async () => {
  await openScreen('/me')
  await pressLater('Disable ci-deploy')
  const confirm = within(await screen.findByRole('dialog'))

  fireEvent.click(confirm.getByRole('button', { name: 'Disable ci-deploy' }))
  expect(sentCalls('operatorAuth.revokeToken')).toEqual([])
  type('Type ci-deploy', 'ci-deploy')
  fireEvent.click(confirm.getByRole('button', { name: 'Disable ci-deploy' }))

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sentCalls('operatorAuth.revokeToken').map(({ input }) => input.params)).toEqual([
    { operatorId: 9 },
  ])
})

import { schemas } from '@solstice/contract/catalogue'
import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import { ApiError } from '@solstice/ui/api-error.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { WorkerReply, WorkerRequest } from '#/features/points-log/log-client.ts'
import { logCrypto } from '#/lib/log-crypto.ts'
import { logActions } from '#/features/points-log/verify.ts'
import { chooseLanguage } from '#/lib/i18n.ts'
import { serverNow } from '@solstice/ui/time.ts'
import { LogServer, posting } from './log-server.ts'
import { openScreen } from './open-screen.tsx'
import { mockReply, recordedReplies } from './replies.ts'

/** Runs the actions of the worker in the page, because the tests have no workers. */
class PageWorker {
  #listener: ((event: { data: WorkerReply }) => void)[] = []

  addEventListener(kind: string, listener: (event: { data: WorkerReply }) => void): void {
    if (kind === 'message') this.#listener.push(listener)
  }

  postMessage({ id, action, input }: WorkerRequest): void {
    // The request type does not bind the input to the action.
    const run = logActions(logCrypto)[action] as (input: unknown) => unknown
    for (const listener of this.#listener) listener({ data: { id, output: run(input) } })
  }

  terminate(): void {}
}

const MEMBER = 1
const HISTORY = '/rewards/dashboard/2/history?tab=Earned'
const TICKETS = '/rewards/dashboard/2/missions/3/ticket-history'
const FIRST = { after: 0, seen: 0 }

type Entry = CallData<'history.list'>['list'][number]

function shownEntries(): Entry[] {
  const name = 'history.list {"seasonId":2} {"tab":"Earned","before":"latest","size":20}'
  return schemas['history.list'].data.parse(recordedReplies[name]?.data).list
}

/** A log with the XP and tickets of completed entries that the history shows. */
function startLog(entries = shownEntries()): LogServer {
  const server = new LogServer()
  for (const { historyId, xp, tickets, kind, status } of entries) {
    if (status !== 'COMPLETED') continue
    const entry = posting(historyId, xp, kind)
    const ticketAccount = { asset: 'TICKET', scope: 'season:2', amount: String(tickets) }
    const accounts = [...entry.accounts, ticketAccount].filter(({ amount }) => amount !== '0')
    server.post(MEMBER, { ...entry, accounts })
  }
  server.append()
  return server
}

const reply = (server: LogServer) =>
  // The contract types lists as mutable.
  server.reply(MEMBER, FIRST) as CallData<'pointsLog.mine'>

beforeEach(async () => {
  vi.stubGlobal('Worker', PageWorker)
  await chooseLanguage('en')
})
afterEach(() => vi.unstubAllGlobals())

test('the history says that all entries check out, and which of them are recorded', async () => {
  const recorded = shownEntries().filter(({ status }) => status === 'COMPLETED')
  const [newest, ...older] = recorded
  const server = startLog(older)
  const at = new Date(serverNow()).toISOString()
  if (newest) server.post(MEMBER, { ...posting(newest.historyId, newest.xp), at })
  mockReply('pointsLog.mine', reply(server))
  await openScreen(HISTORY, 'normal')

  const title = `All ${older.length} entries check out`
  expect(await screen.findByRole('heading', { name: title })).toBeDefined()
  expect(
    screen.getByText(/^Your phone compared them with the public log at \d\d:\d\d/),
  ).toBeDefined()
  expect(screen.getAllByText('Recorded')).toHaveLength(older.length)
  expect(screen.getAllByText('Recorded within the hour')).toHaveLength(1)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the history warns of an entry that differs from the log, in both languages', async () => {
  const server = startLog()
  const [first] = shownEntries().filter(({ xp, status }) => xp > 0 && status === 'COMPLETED')
  const id = first?.historyId ?? 0
  server.post(MEMBER, posting(id, 9, 'SPIN'))
  mockReply('pointsLog.mine', reply(server))
  await openScreen(HISTORY, 'normal')

  const warning = within(await screen.findByRole('alert'))
  expect(warning.getByText('1 entry doesn’t match')).toBeDefined()
  expect(screen.getByText('Shown by the server: 9 XP')).toBeDefined()
  const mail = warning.getByRole('link', { name: 'Send the proof to Solstice' })
  expect(mail.getAttribute('href')).toContain('mailto:')
  expect(decodeURIComponent(mail.getAttribute('href') ?? '')).toContain(`Transaction ${id}:`)

  await chooseLanguage('ko')
  expect(await screen.findByText('1건이 기록과 달라요')).toBeDefined()
  expect(screen.getByText('서버 표시: 9 XP')).toBeDefined()
})

test('the history warns of an amount that it shows itself but the log does not have', async () => {
  const server = startLog()
  const name = 'history.list {"seasonId":2} {"tab":"Earned","before":"latest","size":20}'
  const recorded = schemas['history.list'].data.parse(recordedReplies[name]?.data)
  const changed = recorded.list.find(({ xp, status }) => xp > 0 && status === 'COMPLETED')
  const list = recorded.list.map((entry) => (entry === changed ? { ...entry, xp: 7 } : entry))
  mockReply('history.list', { ...recorded, list })
  mockReply('pointsLog.mine', reply(server))
  await openScreen(HISTORY, 'normal')

  expect(await screen.findByText('1 entry doesn’t match')).toBeDefined()
  expect(screen.getByText(`Recorded: ${changed?.xp} XP`)).toBeDefined()
  expect(screen.getByText('Shown by the server: 7 XP')).toBeDefined()
  expect(screen.getByText(/different amounts from the public log/)).toBeDefined()
  // The phone stores faults of the log only.
  expect(screen.queryByText('The proof is saved on your phone.')).toBeNull()
})

test('the history explains what it means if the log is signed by nobody', async () => {
  const server = startLog()
  const page = reply(server)
  mockReply('pointsLog.mine', { ...page, checkpoint: page.checkpoint.replace('\n— ', '\n- ') })
  await openScreen(HISTORY, 'normal')

  const warning = within(await screen.findByRole('alert'))
  expect(warning.getByRole('heading', { name: 'The log isn’t signed' })).toBeDefined()
  expect(warning.getByText(/doesn’t carry our signature/)).toBeDefined()
  expect(screen.queryByText('What differs')).toBeNull()
})

test('an entry that waits for long is not promised within the hour', async () => {
  const [newest, ...older] = shownEntries().filter(({ status }) => status === 'COMPLETED')
  const server = startLog(older)
  const at = new Date(serverNow() - 2 * 60 * 60_000).toISOString()
  if (newest) server.post(MEMBER, { ...posting(newest.historyId, newest.xp), at })
  mockReply('pointsLog.mine', reply(server))
  await openScreen(HISTORY, 'normal')

  expect(await screen.findByText('Not recorded yet')).toBeDefined()
  expect(screen.queryByText('Recorded within the hour')).toBeNull()
})

test('the log is compared even if the list could not be loaded', async () => {
  const server = startLog()
  mockReply('pointsLog.mine', reply(server))
  mockReply('history.list', new ApiError({ code: Code.SERVER_ERROR, status: 400 }))
  await openScreen(HISTORY, 'normal')

  expect(await screen.findByRole('heading', { name: /entries check out$/ })).toBeDefined()
})

test('the history says that nothing is checked yet while the log does not respond', async () => {
  mockReply('pointsLog.mine', new Error('unreachable'))
  await openScreen(HISTORY, 'normal')

  expect(await screen.findByRole('heading', { name: 'Not checked yet' })).toBeDefined()
  expect(screen.queryByText('Recorded')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the sheet explains the log and checks again', async () => {
  const server = startLog()
  mockReply('pointsLog.mine', reply(server))
  await openScreen(HISTORY, 'normal')
  await screen.findByRole('heading', { name: /entries check out$/ })
  const page = reply(server)
  mockReply('pointsLog.mine', { ...page, balances: [] })

  fireEvent.click(screen.getByRole('button', { name: 'About the public log' }))
  const sheet = within(await screen.findByRole('dialog'))
  expect(sheet.getByText(/goes onto a blockchain/)).toBeDefined()
  fireEvent.click(sheet.getByRole('button', { name: 'Check again' }))

  expect(await screen.findByText('Your balance doesn’t add up')).toBeDefined()
})

test('the list of tickets marks its entries by their transaction', async () => {
  const recorded = recordedReplies['history.tickets {"seasonId":2} {"before":"latest","size":20}']
  const { list } = schemas['history.tickets'].data.parse(recorded?.data)
  const server = new LogServer()
  for (const { ticketHistoryId, change } of list) {
    const accounts = [{ asset: 'TICKET', scope: 'season:2', amount: String(change) }]
    server.post(MEMBER, { ...posting(ticketHistoryId, 0), accounts })
  }
  server.append()
  mockReply('pointsLog.mine', reply(server))
  await openScreen(TICKETS, 'normal')

  expect(await screen.findAllByText('Recorded')).toHaveLength(list.length)
})

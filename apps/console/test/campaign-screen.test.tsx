import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen } from './open-screen.tsx'
import { noticeReplies } from './sample-notices.ts'
import { fault, reply, sentCalls } from './server.ts'

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const type = (name: string, value: string) =>
  fireEvent.change(screen.getByLabelText(name), { target: { value } })

test('a campaign needs a test of its text before it can be started', async () => {
  await openScreen('/messages/campaigns/new')
  await screen.findByText('4,106')
  type('Title, English', 'Halfway')
  type('Title, Korean', '절반')
  type('Text, English', 'Half of it')
  type('Text, Korean', '절반이에요')

  press('Send now')
  expect(screen.getByText(/^Send a test of this text first/)).toBeDefined()
  press('Send a test to my phone')
  await screen.findByText(/^Sent to HanaSky/)
  press('Send now')
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'PRG-7' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Push to 3,482 members' }))

  await waitFor(() => expect(sentCalls('notice.startCampaign')).toHaveLength(1))
  const [start] = sentCalls('notice.startCampaign')
  expect(sentCalls('notice.publish')).toEqual([])
  expect(start?.input.body).toEqual({
    notice: {
      title: { en: 'Halfway', ko: '절반' },
      content: { en: 'Half of it', ko: '절반이에요' },
    },
    audience: {},
    exclude: {},
    holdOutPercent: 0,
    reason: 'PRG-7',
  })
})

test('a campaign of a notice that cannot be loaded offers no form', async () => {
  const shown = noticeReplies['notice.show']
  if (!shown) throw new Error('There is no sample notice')
  reply('notice.show', fault(), shown)
  await openScreen('/messages/campaigns/new?notice=13')
  await screen.findByText('Notice 13 could not be loaded, so no campaign can send it.')
  expect(screen.queryByLabelText('Title, English')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Send now' })).toBeNull()
  press('Retry')

  expect(await screen.findByText('Sends notice 13 as it is.')).toBeDefined()
})

test('a campaign says that the seasons of its audience could not be loaded, and tries again', async () => {
  const seasons = noticeReplies['notice.listSeasons']
  if (!seasons) throw new Error('There are no sample seasons')
  reply('notice.listSeasons', fault(), seasons)
  await openScreen('/messages/campaigns/new')
  await screen.findByText('The seasons could not be loaded, so no sentence can name one.')
  press('Retry')

  await waitFor(() => expect(screen.queryByText(/^The seasons could not be loaded/)).toBeNull())
})

test('another text needs another test', async () => {
  await openScreen('/messages/campaigns/new?notice=13')
  await screen.findByText('Sends notice 13 as it is.')
  press('Send a test to my phone')
  await screen.findByText(/^Sent to HanaSky/)

  expect(sentCalls('notice.testCampaign')[0]?.input.body).toMatchObject({
    title: { en: 'The last weekend' },
  })
  expect(screen.queryByLabelText(/^I have no phone/)).toBeNull()
})

test('an audience is counted again with every sentence', async () => {
  await openScreen('/messages/campaigns/new')
  await screen.findByText('4,106')
  type('Narrow further', 'language')
  type('Exclude', 'bought')

  await waitFor(() =>
    expect(sentCalls('notice.countAudience').at(-1)?.input.query).toEqual({
      language: 'ko',
      notBought: 'yes',
    }),
  )
  expect(screen.getByText('6,180')).toBeDefined()
})

test('stopping a campaign needs a reason', async () => {
  await openScreen('/messages/campaigns/7')
  fireEvent.click(await screen.findByRole('button', { name: 'Stop the campaign' }))
  const dialog = within(await screen.findByRole('dialog'))
  const stop = () => fireEvent.click(dialog.getByRole('button', { name: 'Stop the campaign' }))

  stop()
  expect(sentCalls('notice.cancelCampaign')).toEqual([])
  fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'wrong audience' } })
  stop()

  await waitFor(() => expect(sentCalls('notice.cancelCampaign')).toHaveLength(1))
  expect(sentCalls('notice.cancelCampaign')[0]?.input).toEqual({
    params: { campaignId: 7 },
    body: { reason: 'wrong audience' },
  })
})

test('maintenance is switched on with a reason and a typed word, and off without', async () => {
  await openScreen('/system/maintenance')
  fireEvent.click(await screen.findByRole('button', { name: 'Change' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.click(dialog.getByLabelText('Now'))
  const on = () => fireEvent.click(dialog.getByRole('button', { name: 'Switch on' }))

  on()
  expect(sentCalls('maintenance.set')).toEqual([])
  fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'INC-3' } })
  fireEvent.change(dialog.getByLabelText('Type maintenance'), { target: { value: 'maintenance' } })
  on()
  await waitFor(() => expect(sentCalls('maintenance.set')).toHaveLength(1))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: 'Cancel the plan' }))
  const off = within(await screen.findByRole('dialog'))
  fireEvent.click(off.getByRole('button', { name: 'Cancel the plan' }))

  await waitFor(() => expect(sentCalls('maintenance.set')).toHaveLength(2))
  const [first, second] = sentCalls('maintenance.set')
  expect(first?.input.body).toMatchObject({
    enabled: true,
    scheduledTime: null,
    estimatedDuration: 90,
    announce: true,
    reason: 'INC-3',
  })
  expect(second?.input.body).toMatchObject({ enabled: false })
})

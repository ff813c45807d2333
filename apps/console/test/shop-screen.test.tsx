import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen } from './open-screen.tsx'
import { refundReplies } from './sample-refunds.ts'
import { reply, sentCalls } from './server.ts'

const bodies = (id: 'product.arrange' | 'product.change' | 'refund.openForPayment') =>
  sentCalls(id).map(({ input }) => input.body)

test('a product moves by its buttons, and Undo puts it back', async () => {
  await openScreen('/shop')
  fireEvent.click(await screen.findByRole('button', { name: 'Move Lantern down' }))
  await waitFor(() => expect(bodies('product.arrange')).toEqual([{ productIds: [4, 3] }]))
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))

  await waitFor(() => expect(bodies('product.arrange').at(-1)).toEqual({ productIds: [3, 4] }))
  expect(screen.getByRole('button', { name: 'Move Lantern up' })).toHaveProperty('disabled', true)
})

test('a product moves by dragging its row onto another', async () => {
  await openScreen('/shop')
  const down = await screen.findByRole('button', { name: 'Move Lantern down' })
  const row = (name: string) => screen.getByRole('link', { name }).closest('tr') ?? down
  const handle = row('Lantern').querySelector('[draggable]') ?? down
  fireEvent.dragStart(handle)
  fireEvent.dragOver(row('Ticket'))
  fireEvent.drop(row('Ticket'))

  await waitFor(() => expect(bodies('product.arrange')).toEqual([{ productIds: [4, 3] }]))
})

test('the sale is stopped with C1, and texts are corrected without touching the price', async () => {
  await openScreen('/shop/3')
  fireEvent.click(await screen.findByRole('button', { name: 'Stop sale…' }))
  const stop = await screen.findByRole('dialog')
  expect(within(stop).getByText('C1')).toBeDefined()
  fireEvent.click(within(stop).getByRole('button', { name: 'Stop sale' }))
  await waitFor(() => expect(bodies('product.change')).toEqual([{ onSale: false }]))
  fireEvent.click(screen.getByRole('button', { name: 'Texts and picture…' }))
  const texts = await screen.findByRole('dialog')
  fireEvent.change(within(texts).getByLabelText('English name'), { target: { value: 'Lamp' } })
  fireEvent.click(within(texts).getByRole('button', { name: 'Save texts' }))

  await waitFor(() =>
    expect(bodies('product.change').at(-1)).toEqual({
      name: { en: 'Lamp', ko: '랜턴' },
      description: { en: 'Lights the night.', ko: '밤을 밝혀요.' },
      imageUrl: null,
    }),
  )
})

test('more stock for tokens says that it may need a second person, less does not', async () => {
  await openScreen('/shop/3')
  fireEvent.click(await screen.findByRole('button', { name: 'Stock…' }))
  const dialog = await screen.findByRole('dialog')
  const stock = within(dialog).getByLabelText('Stock left')
  fireEvent.change(stock, { target: { value: '41' } })
  expect(within(dialog).getByText('C4')).toBeDefined()
  fireEvent.change(stock, { target: { value: '4x' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save stock' }))
  expect(await within(dialog).findByText('Enter a whole number')).toBeDefined()
  fireEvent.change(stock, { target: { value: '39' } })
  expect(within(dialog).getByText('C1')).toBeDefined()
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save stock' }))

  await waitFor(() => expect(bodies('product.change')).toEqual([{ stockChange: -1 }]))
})

test('a limit that is lifted is sent as such, and a field that was left alone is not sent', async () => {
  await openScreen('/shop/3')
  fireEvent.click(await screen.findByRole('button', { name: 'Stock…' }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.change(within(dialog).getByLabelText('Stock left'), { target: { value: '' } })
  fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: 'PRG-1' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save stock' }))

  await waitFor(() => expect(bodies('product.change')).toEqual([{ stock: null, reason: 'PRG-1' }]))
})

test('orders are filtered in the address and lead to their refunds', async () => {
  const router = await openScreen('/shop/orders')
  expect((await screen.findByRole('link', { name: 'Refund 321' })).getAttribute('href')).toBe(
    '/refunds/321',
  )
  fireEvent.change(screen.getByLabelText('State'), { target: { value: 'OPEN' } })
  await waitFor(() => expect(router.state.location.search).toEqual({ state: 'OPEN' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Older' }))

  await waitFor(() =>
    expect(sentCalls('order.listAll').at(-1)?.input.query).toEqual({
      state: 'OPEN',
      before: '77120',
    }),
  )
})

test('a payment of an unknown wallet is matched to a member, whose refund opens', async () => {
  const router = await openScreen('/shop/payments')
  fireEvent.click(await screen.findByRole('button', { name: 'Match payment 9131 to a member' }))
  const dialog = await screen.findByRole('dialog')
  const number = within(dialog).getByLabelText('Member number')
  fireEvent.change(number, { target: { value: '48213' } })
  expect(await within(dialog).findByText('Nickname: MinaHarbor')).toBeDefined()
  fireEvent.change(number, { target: { value: '48140' } })
  await waitFor(() => expect(within(dialog).queryByText('Nickname: MinaHarbor')).toBeNull())
  fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: 'SUP-12' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Open refund' }))

  await waitFor(() =>
    expect(bodies('refund.openForPayment')).toEqual([{ userId: 48_140, reason: 'SUP-12' }]),
  )
  await waitFor(() => expect(router.state.location.pathname).toBe('/refunds/321'))
})

test.each([
  ['REJECTED', 'Declined for MinaHarbor, refund 318', 1],
  ['REQUESTED', 'MinaHarbor, refund 318', 0],
] as const)('a payment whose refund is %s shows it as "%s"', async (refundState, name, buttons) => {
  const unmatched = refundReplies['order.unmatched']
  if (!unmatched) throw new Error('The samples contain no payments')
  const of = { userId: 48_213, nickname: 'MinaHarbor', refundId: 318, refundState }
  const list = unmatched.list.map((payment) => ({ ...payment, ...of }))
  reply('order.unmatched', { ...unmatched, list })
  await openScreen('/shop/payments')

  expect(await screen.findByRole('link', { name })).toBeDefined()
  expect(screen.queryAllByRole('button', { name: /^Match payment/ })).toHaveLength(buttons)
})

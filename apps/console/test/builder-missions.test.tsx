import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { openStep, press, saveNow, savedPlans, type } from './builder-steps.tsx'
import { axeViolations } from './open-screen.tsx'
import { samplePlan } from './sample-plan.ts'
import { networks } from './sample-treasury.ts'
import { fault, reply, replyBy, sentCalls } from './server.ts'

afterEach(() => sessionStorage.clear())

type Saved = { missions: Record<string, unknown>[]; [part: string]: unknown }

/** Saves the changes, and returns the plan that was sent last. */
async function savedPlan(): Promise<Saved> {
  saveNow()
  await waitFor(() => expect(savedPlans()).not.toEqual([]))
  // The tests read only the parts that they have changed.
  return savedPlans().at(-1)?.plan as Saved
}

const card = (name: RegExp) => screen.getByRole('button', { name })

test('missions of every season cannot be removed, and the card says where they are set', async () => {
  await openStep('missions')

  fireEvent.click(card(/^1 ?Daily check-in/))

  expect(screen.getByText('Its XP is set in Check-in, levels.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Remove Daily check-in' })).toBeNull()
  expect(await axeViolations()).toEqual([])
})

test('the kind of proof is a question, and a code brings its own field', async () => {
  await openStep('missions')
  fireEvent.click(card(/^5 ?Meet Lumen/))
  const question = screen.getByRole('group', { name: 'How do we know they did it?' })

  fireEvent.click(within(question).getByRole('radio', { name: 'They typed a code' }))
  type('Code', 'LANTERN')
  type('Limit', '5,000')

  const { missions } = await savedPlan()
  expect(missions[4]).toMatchObject({
    proof: { kind: 'CODE', code: 'LANTERN' },
    maxCompletions: 5000,
  })
})

test('a code that was typed comes back after another kind of proof', async () => {
  await openStep('missions')
  fireEvent.click(card(/^5 ?Meet Lumen/))
  const choose = (name: string) => fireEvent.click(screen.getByRole('radio', { name }))

  choose('They typed a code')
  type('Code', 'LANTERN')
  choose('They opened a link')
  choose('They typed a code')

  expect(screen.getByLabelText<HTMLInputElement>('Code').value).toBe('LANTERN')
})

test('fields of another kind of proof do not come back with a kind', async () => {
  const missions = samplePlan.missions.map((mission) =>
    mission.missionId === 5 ? { ...mission, proof: { kind: 'LINK', code: 'X' } } : mission,
  )
  await openStep('missions', { missions })
  fireEvent.click(card(/^5 ?Meet Lumen/))
  const choose = (name: string) => fireEvent.click(screen.getByRole('radio', { name }))

  choose('They typed a code')
  choose('They opened a link')

  const saved = await savedPlan()
  expect(saved.missions[4]?.['proof']).toEqual({ kind: 'LINK' })
})

test('a wallet proof names network and token, and takes whole units', async () => {
  await openStep('missions')
  fireEvent.click(card(/^9 ?First light on chain/))
  expect(await screen.findByRole('option', { name: 'USDS' })).toBeDefined()
  const amount = screen.getByLabelText<HTMLInputElement>('At least')
  expect(amount.value).toBe('5')

  type('At least', '12.5')

  const { missions } = await savedPlan()
  expect(missions[8]).toMatchObject({ proof: { chainId: 56, check: { minUnits: '12500000' } } })
  expect(await axeViolations()).toEqual([])
})

test('the minimum waits for a known token', async () => {
  reply('network.showContracts', { list: [] })
  await openStep('missions')
  fireEvent.click(card(/^9 ?First light on chain/))

  const amount = screen.getByLabelText<HTMLInputElement>('At least')
  expect(amount).toHaveProperty('disabled', true)
  expect(amount.value).toBe('')
  expect(await screen.findByText('Choose the token first')).toBeDefined()
})

test('another network resets the token and the minimum', async () => {
  const [bnb] = networks.list
  if (!bnb) throw new Error('The sample has a network')
  reply('network.showAll', { list: [bnb, { ...bnb, chainId: 97, networkName: 'BNB Test' }] })
  await openStep('missions')
  fireEvent.click(card(/^9 ?First light on chain/))
  await screen.findByRole('option', { name: 'BNB Test' })
  type('Network', '97')

  const { missions } = await savedPlan()
  expect(missions.find(({ missionId }) => missionId === 9)).toMatchObject({
    proof: { chainId: 97, check: { kind: 'HOLDS', contract: null, minUnits: '' } },
  })
})

test('token and minimum come back with their network and with their kind of check', async () => {
  const [bnb] = networks.list
  if (!bnb) throw new Error('The sample has a network')
  reply('network.showAll', { list: [bnb, { ...bnb, chainId: 97, networkName: 'BNB Test' }] })
  await openStep('missions')
  fireEvent.click(card(/^9 ?First light on chain/))
  await screen.findByRole('option', { name: 'BNB Test' })
  await screen.findByRole('option', { name: 'USDS' })
  type('At least', '12.5')
  fireEvent.blur(screen.getByLabelText('At least'))
  const amount = () => screen.getByLabelText<HTMLInputElement>('At least').value

  type('Network', '97')
  expect(amount()).toBe('')
  type('Network', '56')
  expect(amount()).toBe('12.5')
  type('The wallet', 'CALLED')
  type('Contract address', '0xabc')
  type('The wallet', 'HOLDS')
  expect(amount()).toBe('12.5')
  type('The wallet', 'CALLED')

  expect(screen.getByLabelText<HTMLInputElement>('Contract address').value).toBe('0xabc')
})

test.each([
  ['are loading', () => new Promise<never>(() => {}), 'Tokens are being loaded'],
  ['failed to load', () => Promise.reject(fault()), 'Tokens could not be loaded'],
])('the minimum says that tokens %s', async (_, answer, text) => {
  replyBy('network.showContracts', answer)
  await openStep('missions')
  fireEvent.click(card(/^9 ?First light on chain/))

  expect(await screen.findByText(text)).toBeDefined()
  expect(screen.queryByText('Choose the token first')).toBeNull()
})

const WALLET = `0x${'a1'.repeat(20)}`

test.each([
  ['en', 'FULFILLED', /This address holds 25 USDS\. It would pass\./],
  ['en', 'UNFULFILLED', /This address holds 25 USDS\. It would not pass\./],
  ['en', 'UNREACHABLE', /^The network did not answer/],
  ['ko', 'FULFILLED', /이 주소의 보유 수량은 25 USDS입니다\. 통과합니다\./],
] as const)(
  'a wallet proof is tried in %s with an address: %s',
  async (language, outcome, text) => {
    const units = outcome === 'UNREACHABLE' ? null : '25000000'
    reply('seasonPlan.tryProof', { outcome, units, transactions: null })
    await openStep('missions', {}, language)
    fireEvent.click(card(/^9 ?(First light on chain|체인 위의 첫 빛)/))
    await screen.findByText('USDS', { selector: 'span' })
    const names = {
      en: ['Try it with the wallet address', 'Try the proof'],
      ko: ['이 지갑 주소로 시험', '시험하기'],
    } as const
    const [label, run] = names[language]
    type(label, WALLET.slice(0, 12))
    press(run)
    expect(sentCalls('seasonPlan.tryProof')).toEqual([])
    type(label, WALLET)
    press(run)

    const note = await screen.findByText((_, element) => text.test(element?.textContent ?? ''), {
      selector: '[role="status"] > div',
    })
    expect(note).toBeDefined()
    expect(sentCalls('seasonPlan.tryProof').map(({ input }) => input.body)).toEqual([
      {
        chainId: 56,
        address: WALLET,
        check: {
          kind: 'HOLDS',
          contract: '0x55d398326f99059fF775485246999027B3197955',
          minUnits: '5000000',
        },
      },
    ])
    expect(await axeViolations()).toEqual([])
  },
)

test('a try of a proof that fails is said, and its result leaves with the address', async () => {
  reply('seasonPlan.tryProof', fault())
  await openStep('missions')
  fireEvent.click(card(/^9 ?First light on chain/))
  type('Try it with the wallet address', WALLET)
  press('Try the proof')
  const alert = await screen.findByRole('alert')

  type('Try it with the wallet address', `${WALLET.slice(0, 40)}00`)

  expect(alert.isConnected).toBe(false)
})

test('questions of a quiz are edited with their options and the correct one', async () => {
  await openStep('missions')
  fireEvent.click(card(/^8 ?Question of the day/))

  press('Add an option')
  type('Option 3 of question 1, English', 'Sirius')
  type('Option 3 of question 1, Korean', '시리우스')
  fireEvent.click(screen.getByRole('radio', { name: 'Option 3 is correct' }))
  press('Remove Option 1 of question 1')

  const { missions } = await savedPlan()
  expect(missions[7]?.['terms']).toMatchObject({
    questions: [{ options: [{ en: 'Vega' }, { en: 'Sirius' }], answer: 1 }],
  })
  expect(await axeViolations()).toEqual([])
})

test('a removed correct option leaves no answer, and Undo makes it correct again', async () => {
  await openStep('missions')
  fireEvent.click(card(/^8 ?Question of the day/))
  press('Add an option')
  const correct = () =>
    screen
      .getAllByRole<HTMLInputElement>('radio', { name: /is correct$/ })
      .findIndex(({ checked }) => checked)
  fireEvent.click(screen.getByRole('radio', { name: 'Option 1 is correct' }))

  press('Remove Option 1 of question 1')
  expect(correct()).toBe(-1)
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))

  expect(correct()).toBe(0)
  expect(screen.getAllByRole('radio', { name: /is correct$/ })).toHaveLength(3)
})

test('a new mission gets the next number and everything that its type needs', async () => {
  await openStep('missions')

  fireEvent.change(screen.getByLabelText('Type of the new mission'), {
    target: { value: 'QUIZ' },
  })
  press('Add a mission')

  const { missions } = await savedPlan()
  expect(missions.at(-1)).toMatchObject({
    missionId: 10,
    type: 'QUIZ',
    repeat: 'DAILY',
    proof: null,
    enabled: true,
  })
  expect(screen.getByLabelText('Title, English')).toBeDefined()
})

test('a new mission does not get the number of one that was removed and saved', async () => {
  await openStep('missions')
  fireEvent.click(card(/^9 ?First light on chain/))

  press('Remove First light on chain')
  const { missions } = await savedPlan()
  expect(missions).toHaveLength(8)
  press('Add a mission')

  expect(card(/^10/)).toBeDefined()
})

test('a new product does not get the position of a removed one', async () => {
  await openStep('shop')

  press('Remove Ticket')
  press('Add a product')

  expect(screen.getByLabelText<HTMLInputElement>('Position of product 1').value).toBe('200')
})

test('a mission can be switched off, moved and removed, and removing can be undone', async () => {
  await openStep('missions')
  fireEvent.click(card(/^7 ?The code of the season/))

  fireEvent.click(screen.getByLabelText('On'))
  press('Remove The code of the season')
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))

  const { missions } = await savedPlan()
  expect(missions[6]).toMatchObject({ missionId: 7, enabled: false })
})

test('moving a mission twice moves the same one and keeps it open', async () => {
  await openStep('missions')
  fireEvent.click(card(/^9 ?First light on chain/))

  press('Move up')
  press('Move up')

  expect(card(/^9 ?First light on chain/).getAttribute('aria-expanded')).toBe('true')
  const { missions } = await savedPlan()
  expect(missions.map(({ missionId }) => missionId).indexOf(9)).toBe(6)
})

test('products are priced in XP, tickets or a token of a network', async () => {
  await openStep('shop')

  press('Add a product')
  type('Name of product 2, English', 'XP pack')
  fireEvent.change(screen.getByLabelText('Product 2 is paid with'), { target: { value: 'TOKEN' } })
  await screen.findByRole('option', { name: 'BNB Chain' })
  fireEvent.change(screen.getByLabelText('Network of product 2'), { target: { value: '56' } })
  fireEvent.change(screen.getByLabelText('Token of product 2'), { target: { value: 'native' } })
  type('Price of product 2', '0.01')

  await waitFor(async () =>
    expect((await savedPlan())['products']).toMatchObject([
      {},
      { payType: 'TOKEN', chainId: 56, contract: 'native', price: '0.01' },
    ]),
  )
})

test('a pool above the day cap is named, and the treasury is compared', async () => {
  await openStep('pools')

  type('Pool of round 2', '12000')

  expect(await screen.findByText(/^The settlement of round 2 is above the day cap/)).toBeDefined()
  expect(screen.getByText(/^The treasury lacks 13,370\.00 USDS/)).toBeDefined()
  press('Same pool for all rounds')
  expect(screen.getByLabelText<HTMLInputElement>('Pool of round 2').value).toBe('2500')
})

test('a picture is chosen from the library or uploaded', async () => {
  await openStep('story')
  const file = new File([new Uint8Array([1, 2, 3])], 'night.png', { type: 'image/png' })

  const [upload] = screen.getAllByLabelText('Upload', { selector: 'input' })
  fireEvent.change(upload ?? document.body, { target: { files: [file] } })

  await waitFor(() =>
    expect(sentCalls('media.add')[0]?.input.body).toEqual({ name: 'night.png', data: 'AQID' }),
  )
  expect(await screen.findByText(/^\/media\/abab/)).toBeDefined()
})

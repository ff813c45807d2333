import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { OperatorRole } from '@solstice/contract/endpoint'
import type { CallData } from '@solstice/contract/wire'
import { openScreen } from './open-screen.tsx'
import { callsOf, me } from './sample-replies.ts'
import { allowOnly, reply, replyBy, sentCalls } from './server.ts'

type Found = CallData<'search.find'>

export const FIELD = /^(Search or run a command|검색 또는 명령 실행)$/
export const PEEK = /^Facts about |MinaHarbor 정보$/

export const pressKey = (key: string, more: object = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more })

export async function openMenu({
  language = 'en',
  role = 'OWNER',
}: { language?: 'en' | 'ko'; role?: OperatorRole } = {}) {
  reply('operator.me', { ...me, role, calls: callsOf(role) })
  allowOnly(role)
  const router = await openScreen('/me', { language })
  await screen.findByRole('heading', { level: 1 })
  pressKey('k', { ctrlKey: true })
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: FIELD })
  field.focus()
  return { router, field }
}

export const type = (field: HTMLElement, value: string) =>
  fireEvent.change(field, { target: { value } })
const list = () => within(screen.getByRole('listbox', { name: /^(Results|결과)$/ }))
export const options = () =>
  list()
    .queryAllByRole('option')
    .map(({ textContent }) => textContent)
export const chosen = () => list().getByRole('option', { selected: true })
/** By the text, because marks split the accessible name in this environment. */
export const optionOf = (text: RegExp) =>
  list()
    .queryAllByRole('option')
    .find(({ textContent }) => text.test(textContent ?? ''))
export const findOption = (text: RegExp) =>
  waitFor(() => {
    const option = optionOf(text)
    if (!option) throw new Error(`No option ${text}`)
    return option
  })
export const groups = () => list().getAllByRole('group')
export const queries = () =>
  sentCalls('search.find').map(({ input }) => (input.query as { q: string }).q)
export const countText = () =>
  within(screen.getByRole('dialog')).getByText(/^(\d+ results?|No results)$/).textContent
export const listOf = (...list: Found['list']): Found => ({ list, filters: [] })

/** Lets a test decide when each search returns. */
export function holdReplies() {
  const held = new Map<string, { resolve: (data: Found) => void; signal: AbortSignal }>()
  replyBy(
    'search.find',
    ({ query }, { signal }) =>
      new Promise((resolve) => {
        if (!signal) throw new Error('A search must be cancellable')
        held.set((query as { q: string }).q, { resolve, signal })
      }),
  )
  const of = async (q: string) => {
    return waitFor(() => {
      const reply = held.get(q)
      if (!reply) throw new Error(`No search for ${q}`)
      return reply
    })
  }
  return {
    signalOf: async (q: string) => (await of(q)).signal,
    send: async (q: string, data: Found) => {
      const { resolve } = await of(q)
      await act(async () => resolve(data))
    },
  }
}

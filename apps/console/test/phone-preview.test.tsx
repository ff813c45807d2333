import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { previewRequest, type PreviewReply } from '@solstice/contract/season-preview'
import { describe, expect, test, vi } from 'vitest'
import { axeViolations, openScreen } from './open-screen.tsx'
import { shownSeason } from './sample-season.ts'
import { me } from './sample-replies.ts'
import { reply, sentCalls } from './server.ts'

const TITLES = { en: 'The members’ app with this draft', ko: '이 초안으로 본 회원 앱' }

async function openPreview(language: 'en' | 'ko' = 'en') {
  reply('seasonPlan.show', shownSeason)
  reply('seasonPlan.previewed', { revision: 12, previewed: { en: null, ko: null } })
  await openScreen('/seasons/7/edit', { language })
  const frame = await screen.findByTitle<HTMLIFrameElement>(TITLES[language])
  const posted = vi.fn<(message: unknown, origin: string) => void>()
  // The test browser loads no frames.
  const contentWindow = { postMessage: posted }
  Object.defineProperty(frame, 'contentWindow', { value: contentWindow })
  const send = (data: unknown, source: unknown = contentWindow): void => {
    act(() => {
      window.dispatchEvent(Object.assign(new Event('message'), { data, source, origin: 'null' }))
    })
  }
  const lastRequest = () => previewRequest.parse(posted.mock.lastCall?.[0])
  const sendShown = (part: Partial<Extract<PreviewReply, { kind: 'preview-shown' }>> = {}) => {
    const { number, language: drawn } = lastRequest()
    send({ kind: 'preview-shown', number, language: drawn, missing: [], ...part })
  }
  send({ kind: 'preview-ready' })
  await waitFor(() => expect(posted).toHaveBeenCalled())
  return { frame, posted, send, sendShown, lastRequest }
}

const choose = (name: string) => fireEvent.click(screen.getByRole('radio', { name }))

describe('the phone preview', () => {
  test('is a frame without cookies, storage and navigation, and clean in both languages', async () => {
    for (const language of ['en', 'ko'] as const) {
      const { frame } = await openPreview(language)

      expect(frame.getAttribute('sandbox')).toBe('allow-scripts')
      expect(frame.getAttribute('src')).toBe('/preview/')
      expect(await axeViolations()).toEqual([])
      cleanup()
    }
  })

  test('sends the draft and every choice to the frame', async () => {
    const { lastRequest, frame } = await openPreview()

    expect(lastRequest()).toMatchObject({
      seasonId: 7,
      draft: { title: shownSeason.plan['title'] },
      language: 'en',
      phase: 'during',
      day: 1,
      tier: 0,
      screen: 'season',
    })
    choose('한국어')
    choose('After')
    choose('430')
    fireEvent.change(screen.getByLabelText('Screen'), { target: { value: 'wheel' } })
    fireEvent.change(screen.getByLabelText('Member’s tier'), { target: { value: '1' } })
    await waitFor(() =>
      expect(lastRequest()).toMatchObject({
        language: 'ko',
        phase: 'after',
        tier: 1,
        screen: 'wheel',
      }),
    )
    expect(frame.getAttribute('width')).toBe('430')
    fireEvent.change(screen.getByLabelText('Day'), { target: { value: '9' } })
    await waitFor(() => expect(lastRequest()).toMatchObject({ day: 9, phase: 'during' }))
  })

  test('records each language of a revision once', async () => {
    const { sendShown, lastRequest } = await openPreview()

    sendShown()
    sendShown()
    await waitFor(() => expect(sentCalls('seasonPlan.previewed')).toHaveLength(1))
    choose('한국어')
    await waitFor(() => expect(lastRequest().language).toBe('ko'))
    sendShown()
    await waitFor(() => expect(sentCalls('seasonPlan.previewed')).toHaveLength(2))

    const inputs = sentCalls('seasonPlan.previewed').map(({ input }) => input.body)
    expect(inputs).toEqual([
      { revision: 12, language: 'en' },
      { revision: 12, language: 'ko' },
    ])
  })

  test('ignores other windows, other shapes and the drawing of an older request', async () => {
    const { send, sendShown, lastRequest } = await openPreview()

    send({ kind: 'preview-shown', number: lastRequest().number, language: 'en', missing: [] }, {})
    send({ kind: 'preview-shown', number: 'one' })
    sendShown({ number: lastRequest().number - 1 })

    expect(screen.getByText('Loading the preview…')).toBeDefined()
    expect(sentCalls('seasonPlan.previewed')).toHaveLength(0)
  })

  test('keeps its frame from one step to the next', async () => {
    const { frame } = await openPreview()

    for (const step of ['Story', 'Publish']) {
      fireEvent.click(screen.getByRole('link', { name: new RegExp(step) }))
      await screen.findByRole('heading', { name: step, level: 1 })
      expect(screen.getByTitle(TITLES.en)).toBe(frame)
    }
  })

  test('names the parts of the draft that the phone shows placeholders for', async () => {
    const { sendShown } = await openPreview()

    sendShown({ missing: ['title.ko', 'missions.7.proof'] })

    expect(
      screen.getByText('2 parts of the draft are missing. The phone shows placeholders.'),
    ).toBeDefined()
    expect(screen.getByText('Story · Title, Korean')).toBeDefined()
    expect(screen.getByText('Mission 8 · Proof')).toBeDefined()
  })

  test('records nothing for a role that only reads', async () => {
    const calls = me.calls.filter((id) => id !== 'seasonPlan.previewed')
    reply('operator.me', { ...me, calls })
    const { sendShown } = await openPreview()

    sendShown()

    expect(screen.getByText('Nothing is missing. Members will see this.')).toBeDefined()
    expect(sentCalls('seasonPlan.previewed')).toHaveLength(0)
  })
})

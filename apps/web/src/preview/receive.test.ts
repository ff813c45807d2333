import { expect, test, vi } from 'vitest'
import { REQUEST } from '#test/season-drafts.ts'
import { receiveRequests, sendReply, type FrameWindow } from './receive.ts'

const ORIGIN = 'https://console.harbor.example'

function aFrame() {
  const posted = vi.fn<(message: unknown, origin: string) => void>()
  // Only the parts that the frame uses are needed.
  const parent = { postMessage: posted } as unknown as Window
  const events = new EventTarget()
  const received = vi.fn<(request: unknown) => void>()
  const frame = {
    addEventListener: events.addEventListener.bind(events),
    parent,
    location: { origin: ORIGIN },
  } as unknown as FrameWindow
  receiveRequests(frame, received)
  const send = (data: unknown, source: unknown = parent, origin = ORIGIN) =>
    events.dispatchEvent(Object.assign(new Event('message'), { data, source, origin }))
  return { frame, send, received, posted }
}

test('receives a request of the console', () => {
  const { send, received } = aFrame()

  send(REQUEST)

  expect(received).toHaveBeenCalledWith(REQUEST)
})

test('ignores messages of another window, another host or another shape', () => {
  const { send, received } = aFrame()

  send(REQUEST, {})
  send(REQUEST, null)
  send(REQUEST, undefined, 'https://elsewhere.example')
  send({ ...REQUEST, day: 0 })
  send({ ...REQUEST, further: true })
  send('preview')

  expect(received).not.toHaveBeenCalled()
})

test('replies to the host of the page alone', () => {
  const { frame, posted } = aFrame()

  sendReply(frame, { kind: 'preview-ready' })

  expect(posted).toHaveBeenCalledWith({ kind: 'preview-ready' }, ORIGIN)
})

import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { previewReply } from '@solstice/contract/season-preview'
import type { PreviewReply, PreviewRequest } from '@solstice/contract/season-preview'

export type ShownPreview = Extract<PreviewReply, { kind: 'preview-shown' }>
type Request = Omit<PreviewRequest, 'kind' | 'number'>

/** Typing sends one request after the last letter. */
const DELAY_MS = 150

/**
 * Sends the draft to the frame whenever it changes and returns what the frame drew last. Replies
 * count only if they come from this frame, whatever else sends messages to the page.
 */
export function usePreviewFrame(
  frame: RefObject<HTMLIFrameElement | null>,
  request: Request,
): ShownPreview | undefined {
  const [isReady, setReady] = useState(false)
  const [shown, setShown] = useState<ShownPreview>()
  const lastNumber = useRef(0)
  const written = JSON.stringify(request)

  useEffect(() => {
    const receive = ({ source, data }: MessageEvent<unknown>) => {
      if (source === null || source !== frame.current?.contentWindow) return
      const parsed = previewReply.safeParse(data)
      if (!parsed.success) return
      if (parsed.data.kind === 'preview-ready') setReady(true)
      else if (parsed.data.number === lastNumber.current) setShown(parsed.data)
    }
    window.addEventListener('message', receive)
    return () => window.removeEventListener('message', receive)
  }, [frame])

  useEffect(() => {
    if (!isReady) return undefined
    const timer = setTimeout(() => {
      lastNumber.current += 1
      const message = {
        kind: 'preview',
        number: lastNumber.current,
        ...(JSON.parse(written) as Request), // Written from a request above.
      } satisfies PreviewRequest
      // A sandboxed frame has no origin that could be named; nobody else can read its messages.
      frame.current?.contentWindow?.postMessage(message, '*')
    }, DELAY_MS)
    return () => clearTimeout(timer)
  }, [frame, isReady, written])

  return shown
}

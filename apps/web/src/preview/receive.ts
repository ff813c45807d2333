import {
  previewRequest,
  type PreviewReply,
  type PreviewRequest,
} from '@solstice/contract/season-preview'

/** The parts of the window that the frame uses. */
export type FrameWindow = Pick<Window, 'addEventListener' | 'parent'> & {
  /** The host of the page. The frame itself is sandboxed and has no origin. */
  location: Pick<Location, 'origin'>
}

/**
 * Passes on the requests of the console: only those of the window around this one, from the same
 * host, in the shape of the contract.
 */
export function receiveRequests(
  frame: FrameWindow,
  onRequest: (request: PreviewRequest) => void,
): void {
  frame.addEventListener('message', ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source !== frame.parent || origin !== frame.location.origin) return
    const parsed = previewRequest.safeParse(data)
    if (parsed.success) onRequest(parsed.data)
  })
}

/** Sends only to the host of the page, because another one could have framed it. */
export function sendReply({ parent, location }: FrameWindow, reply: PreviewReply): void {
  parent.postMessage(reply, location.origin)
}

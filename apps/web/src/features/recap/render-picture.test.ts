import { afterEach, expect, test, vi } from 'vitest'
import type { Picture } from './picture.ts'
import { pictureOf } from './picture.ts'
import { renderPicture } from './render-picture.ts'
import { sampleRecap } from './sample-recap.ts'

afterEach(() => vi.unstubAllGlobals())

const pictureWith = (showsName: boolean): Picture =>
  pictureOf((key) => key, sampleRecap('en'), { showsName, showsEarned: false })

/** Records the texts on a canvas. */
function aCanvas() {
  const written: string[] = []
  const pen = new Proxy(
    {},
    {
      get: (_, name) => {
        if (name === 'fillText') return (text: string) => written.push(text)
        if (name === 'measureText') return (text: string) => ({ width: text.length })
        return () => ({ addColorStop: () => {} })
      },
      set: () => true,
    },
  )
  const canvas = {
    getContext: () => pen,
    toBlob: (done: (blob: Blob) => void) => done(new Blob()),
  }
  // The picture needs no other part of a canvas.
  return { canvas: canvas as unknown as HTMLCanvasElement, written }
}

test('a picture whose fonts load late is not drawn over the one of a later choice', async () => {
  const fonts = Promise.withResolvers<void>()
  const isWithName = (texts: string) => texts.includes('MinaHarbor')
  vi.stubGlobal('getComputedStyle', () => ({ fontFamily: 'Inter' }))
  vi.stubGlobal('document', {
    fonts: {
      load: (_: string, texts: string) => (isWithName(texts) ? fonts.promise : Promise.resolve()),
    },
  })
  const { canvas, written } = aCanvas()
  const [first, second] = [new AbortController(), new AbortController()]

  const withName = renderPicture(canvas, pictureWith(true), first.signal)
  first.abort()
  await renderPicture(canvas, pictureWith(false), second.signal)
  fonts.resolve()

  await expect(withName).rejects.toThrow('aborted')
  expect(written.length).toBeGreaterThan(0)
  expect(written).not.toContain('MinaHarbor')
})

import { dataElements } from '#/lib/data-file.ts'
import { DATA_PAGE_PATH, DATA_PLACE } from '#/lib/data-page-place.ts'
import { readPart, type PreparedExport } from './api.ts'

/** A file that is being downloaded. The parts stay when a part fails, so that the next try continues. */
export type Download = { prepared: PreparedExport; parts: string[] }

/** Reads the missing parts and returns the page with the data in it. */
export async function assembleFile(
  { prepared, parts }: Download,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (share: number) => void },
): Promise<File> {
  const page = await readPage(signal)
  while (parts.length < prepared.parts) {
    onProgress(parts.length / prepared.parts)
    parts.push(await readPart(prepared, parts.length + 1, signal))
  }
  onProgress(1)
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  if (length !== prepared.bytes) throw new Error('The parts of the file are not complete')
  const [before = '', after = ''] = page.split(DATA_PLACE)
  const elements = dataElements(prepared, parts)
  const name = `solstice-data-${prepared.createdAt.slice(0, 10)}.html`
  return new File([before, ...elements, after], name, { type: 'text/html' })
}

async function readPage(signal: AbortSignal): Promise<string> {
  const reply = await fetch(DATA_PAGE_PATH, { signal })
  const page = reply.ok ? await reply.text() : ''
  // A server without the file answers with the app.
  if (page.split(DATA_PLACE).length !== 2) throw new Error('The page for the data is missing')
  return page
}

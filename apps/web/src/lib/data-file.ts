/** A member's data as the server wrote it, and what proves that nothing was changed. */
export type DataFile = { data: string; statement: string; verifierKey: string }

const OPEN = (id: string) => `<script type="application/json" id="${id}">`
const CLOSE = '</script>'

/**
 * Returns the elements that carry the data in a page. The server writes data without characters that
 * mean something in HTML; the statement has line breaks, which a browser would normalise, so it is
 * written as JSON.
 */
export function dataElements(file: Omit<DataFile, 'data'>, parts: readonly string[]): string[] {
  const seal = JSON.stringify({ statement: file.statement, verifierKey: file.verifierKey })
  const ascii = seal.replaceAll(
    /[^ -~]|[&<>]/g,
    (character) => String.raw`\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return [OPEN('seal'), ascii, CLOSE, '\n', OPEN('data'), ...parts, CLOSE]
}

/** Finds the data in the text of a downloaded page; undefined if it is another file. */
export function dataInPage(page: string): DataFile | undefined {
  const [seal, data] = ['seal', 'data'].map((id) => {
    const start = page.indexOf(OPEN(id))
    const end = page.indexOf(CLOSE, start)
    return start < 0 || end < 0 ? undefined : page.slice(start + OPEN(id).length, end)
  })
  return seal === undefined || data === undefined ? undefined : dataIn({ seal, data })
}

/** A damaged seal gives an empty statement, which no key has signed. */
export function dataIn({ seal, data }: { seal: string; data: string }): DataFile {
  const { statement, verifierKey } = sealIn(seal)
  return { data, statement: textOf(statement), verifierKey: textOf(verifierKey) }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

function sealIn(seal: string): { statement?: unknown; verifierKey?: unknown } {
  try {
    const read: unknown = JSON.parse(seal)
    return typeof read === 'object' && read !== null ? read : {}
  } catch {
    return {}
  }
}

import { screen } from '@testing-library/react'
import { PROGRAMME_OFFSET } from '@solstice/ui/programme-time.ts'
import { expect, test } from 'vitest'
import { openScreen } from './open-screen.tsx'
import { SCREENS, VISITOR_SCREENS } from './screens.ts'

const INSTANT = /\b\d{1,2} (?:Jan|Feb|Mar|Dec) \d{2}:\d{2}(?::\d{2})?/g

/** Returns the header of the column of a cell. */
function headerOf(cell: Element): string {
  const column = Array.from(cell.parentElement?.children ?? []).indexOf(cell)
  return cell.closest('table')?.querySelectorAll('thead th')[column]?.textContent ?? ''
}

/** Returns the instants of the page without the name of their clock, in their text or column. */
function unlabelledInstants(): string[] {
  const found: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const { data: shown, parentElement } = walker.currentNode as Text
    const data = shown.replaceAll('\u00a0', ' ')
    for (const match of data.matchAll(INSTANT)) {
      const after = data.slice(match.index + match[0].length)
      const before = data.slice(0, match.index)
      const isLabelled = after.startsWith(` ${PROGRAMME_OFFSET}`) || /(?:UTC|local) $/.test(before)
      const cell = parentElement?.closest('td')
      if (isLabelled || (cell && headerOf(cell).includes(PROGRAMME_OFFSET))) continue
      found.push(data)
    }
  }
  return found
}

test.each([...SCREENS, ...VISITOR_SCREENS].map(({ path, shows }) => [path, shows] as const))(
  'every instant of %s names its clock',
  async (path, shows) => {
    await openScreen(path)
    await screen.findAllByText(shows)

    expect(unlabelledInstants()).toEqual([])
  },
)

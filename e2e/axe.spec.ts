import { axeViolations } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { textStyles } from './support/text-styles.ts'

const pageWith = (colour: string, texts: readonly string[], dialog = '') =>
  `<!doctype html><html lang="en"><title>Contrast</title><style>
    body { background: white } p { color: ${colour} } dialog { background: white }
  </style><main><h1>Contrast</h1>${texts.map((text) => `<p>${text}</p>`).join('')}</main>${dialog}</html>`

const PALE = '#ddd'

test('finds a text without contrast on a screen that was checked in other colours', async ({
  page,
}) => {
  await page.setContent(pageWith('black', ['one']))
  expect(await axeViolations(page)).toEqual([])

  await page.setContent(pageWith(PALE, ['one']))
  expect(await axeViolations(page)).toEqual([expect.stringMatching(/^color-contrast: <p>one/)])

  await page.setContent(pageWith(PALE, ['two', 'three']))
  expect(await axeViolations(page)).toEqual([expect.stringMatching(/^color-contrast: <p>two/)])
})

test('finds a text without contrast that a dialog covered during an earlier check', async ({
  page,
}) => {
  const dialog = '<dialog aria-label="Cover"><p style="color: black">Cover</p></dialog>'
  await page.setContent(pageWith(PALE, ['four'], dialog))
  await page.evaluate(() => document.querySelector('dialog')?.showModal())
  await axeViolations(page)

  await page.evaluate(() => document.querySelector('dialog')?.close())
  expect(await axeViolations(page)).toEqual([expect.stringMatching(/^color-contrast: <p>four/)])
})

test('checks a longer list with other texts as the same styles', async ({ page }) => {
  await page.setContent(pageWith('navy', ['five']))
  const styles = await page.evaluate(textStyles)

  await page.setContent(pageWith('navy', ['six', 'seven']))
  expect(await page.evaluate(textStyles)).toEqual(styles)

  await page.setContent(pageWith('maroon', ['five']))
  expect(await page.evaluate(textStyles)).not.toEqual(styles)
})

test('finds a text without contrast after an element behind it changed its colour', async ({
  page,
}) => {
  const pageOver = (colour: string) => `<!doctype html><html lang="en"><title>Over</title><style>
    main { position: relative; color: white }
    div { position: absolute; inset: 0; background: ${colour} }
    section { position: relative }
  </style><main><div></div><section><h1>Over</h1></section></main></html>`
  await page.setContent(pageOver('black'))
  expect(await axeViolations(page)).toEqual([])

  await page.setContent(pageOver('#eee'))
  expect(await axeViolations(page)).toEqual([expect.stringMatching(/^color-contrast: <h1>Over/)])
})

import { expect, test } from 'vitest'
import { visibleText } from './visible-text.ts'

const SHOWN = [
  ['pay \u202Eyap', 'pay ⟨202E⟩yap'],
  ['two\nlines\r\tand\u2028more', 'two⏎lines⟨000D⟩⟨0009⟩and⟨2028⟩more'],
  ['odd\u00A0\u3164\u2800spaces', 'odd⟨00A0⟩⟨3164⟩⟨2800⟩spaces'],
  ['hidden\u200B\u034F\uFE0F\u{E0041}letters', 'hidden⟨200B⟩⟨034F⟩⟨FE0F⟩⟨E0041⟩letters'],
  ['half \ud800', 'half ⟨D800⟩'],
  ['Z\u0335\u0336\u0337\u0338', 'Z\u0335\u0336⟨0337⟩⟨0338⟩'],
  [`Welcome.${' '.repeat(900)}I give you everything.`, 'Welcome.⟨0020 ×900⟩I give you everything.'],
  ['An ordinary   text, also 한국어 and é', 'An ordinary   text, also 한국어 and é'],
]

test('makes characters visible that reorder, hide or imitate others', () => {
  expect(SHOWN.map(([text = '']) => visibleText(text))).toEqual(SHOWN.map(([, shown]) => shown))
})

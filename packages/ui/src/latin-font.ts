import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import type { Language } from '@solstice/contract/messages'

/**
 * Loads the font of English texts, then adds it to the page. A rule in a style sheet would make the
 * browser paint the whole page twice: for the rule and for the loaded font. In Korean, where few
 * screens use it, it is loaded with the first text that does.
 */
export async function loadLatinFont(fonts: FontFaceSet, language: Language): Promise<void> {
  const font = new FontFace('Inter Variable', `url(${inter})`, {
    weight: '100 900',
    display: 'swap',
    // The other subsets of the package are never needed.
    unicodeRange:
      'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD',
  })
  fonts.add(language === 'en' ? await font.load() : font)
}

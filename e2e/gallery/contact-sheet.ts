export type Picture = {
  state: string
  language: string
  name: string
  width: number
  file: string
}

/** Renders all pictures on one page, with the same screen side by side. */
export function contactSheet(pictures: readonly Picture[]): string {
  const byScreen = Map.groupBy(pictures, ({ state, name }) => `${name}, ${state}`)
  const sections = [...byScreen].map(([title, shots]) => {
    const images = shots.map(
      ({ file, language, width }) =>
        `<figure><img loading="lazy" src="${file}" alt=""><figcaption>${language}, ${width} px</figcaption></figure>`,
    )
    return `<section><h2>${title}</h2><div>${images.join('')}</div></section>`
  })
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Solstice, every screen</title>
<style>body{background:#111;color:#ddd;font:14px sans-serif}div{display:flex;gap:12px;flex-wrap:wrap}
figure{margin:0}img{width:240px;border-radius:12px}</style>
${sections.join('\n')}</html>`
}

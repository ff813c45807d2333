export type Bar = {
  name: string
  value: number
  /** The limit for the value, an upper or a lower one. */
  limit?: number
  /** The formatted value. */
  label: string
}

const WIDTH = 720
const NAMES = 250
const ROW = 34
const TOP = 44
const LABEL_WIDTH = 80

/** Draws horizontal bars with a tick at the limit, in colours for light and dark pages. */
export function drawBars(title: string, bars: readonly Bar[]): string {
  const most = Math.max(...bars.map(({ value, limit = 0 }) => Math.max(value, limit)))
  const scale = (WIDTH - NAMES - LABEL_WIDTH) / most
  const rows = bars.map(({ name, value, limit, label }, at) => {
    const y = TOP + at * ROW
    const end = NAMES + value * scale
    const tick =
      limit === undefined
        ? ''
        : `<path d="M${(NAMES + limit * scale).toFixed(1)} ${y - 4}v26" stroke="#c4455a" stroke-width="2"/>`
    return `<text x="${NAMES - 10}" y="${y + 14}" text-anchor="end">${escape(name)}</text>
<rect x="${NAMES}" y="${y}" width="${(value * scale).toFixed(1)}" height="18" rx="4" fill="#d9962f"/>${tick}
<text x="${Math.max(end, NAMES + (limit ?? 0) * scale).toFixed(1)}" dx="8" y="${y + 14}">${escape(label)}</text>`
  })
  const height = TOP + bars.length * ROW
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escape(title)}" font-family="sans-serif" font-size="13" fill="#808691">
<text x="0" y="18" font-size="15" font-weight="600">${escape(title)}</text>
${rows.join('\n')}
</svg>
`
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

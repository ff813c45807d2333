export type Column = {
  title: string
  align?: 'right'
  /** Longer cells end with an ellipsis; numbers and ids are never truncated. */
  max?: number
}

const GAP = '  '

/** Renders left-aligned columns as wide as their widest cell. */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const lines = [columns.map(({ title }) => title.toUpperCase()), ...rows].map((cells) =>
    columns.map(({ max }, at) => shorten(clean(cells[at] ?? ''), max)),
  )
  const widths = columns.map((_, at) => Math.max(...lines.map((cells) => widthOf(cells[at] ?? ''))))
  return lines
    .map((cells) =>
      cells
        .map((cell, at) => pad(cell, widths[at] ?? 0, columns[at]?.align))
        .join(GAP)
        .trimEnd(),
    )
    .join('\n')
}

/** Renders one fact per line. */
export function facts(pairs: readonly (readonly [string, string])[]): string {
  const width = Math.max(...pairs.map(([name]) => widthOf(name)))
  return pairs.map(([name, value]) => `${pad(name, width)}${GAP}${clean(value)}`).join('\n')
}

/**
 * Removes control characters, because text from members and machines must not control the
 * operator's terminal.
 */
function clean(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
}

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u

/** Returns the width in terminal columns; Korean and similar characters take two. */
function widthOf(text: string): number {
  let width = 0
  for (const sign of text) width += WIDE.test(sign) ? 2 : 1
  return width
}

function shorten(text: string, max: number | undefined): string {
  if (max === undefined || widthOf(text) <= max) return text
  let kept = ''
  for (const sign of text) {
    if (widthOf(kept + sign) > max - 1) break
    kept += sign
  }
  return `${kept.trimEnd()}…`
}

function pad(text: string, width: number, align?: 'right'): string {
  const space = ' '.repeat(Math.max(0, width - widthOf(text)))
  return align === 'right' ? space + text : text + space
}

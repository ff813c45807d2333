import type { RanOn } from '../../tools/machine.ts'

type Cell = string | number

export function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const line = (cells: readonly Cell[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** Formats the date, machine and load of a measurement as a sentence. */
export const measurementConditions = ({ day, machine, node, loadBefore }: RanOn) =>
  `Measured ${day} on ${machine}, Node ${node}, load average before ${loadBefore}.`

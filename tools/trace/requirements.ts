/** Reads the tables of docs/requirements. The README of that folder describes the format. */
export type Proof = { kind: 'test'; file: string; title: string } | { kind: 'reason'; text: string }

export type Row = { where: string; ids: string[]; promise: string; proofs: Proof[] }
export type Parsed = { rows: Row[]; problems: string[] }

const HEADER = ['ids', 'what we promise', 'proof']

export function parseRequirements(file: string, markdown: string): Parsed {
  const rows: Row[] = []
  const problems: string[] = []
  let inTable = false
  for (const [at, line] of markdown.split('\n').entries()) {
    const where = `${file}:${at + 1}`
    if (!line.trimStart().startsWith('|')) {
      inTable = false
      continue
    }
    const cells = cellsOf(line)
    if (cells.every((cell, column) => cell === HEADER[column])) {
      inTable = true
      continue
    }
    if (!inTable || cells.every((cell) => /^:?-+:?$/.test(cell))) continue
    const [ids = '', promise = '', proof = ''] = cells
    if (cells.length !== 3) {
      problems.push(`${where}: a row has three cells (ids, what we promise, proof)`)
      continue
    }
    try {
      rows.push({ where, ids: parseIds(ids), promise, proofs: parseProofs(proof) })
    } catch (error) {
      problems.push(`${where}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return { rows, problems }
}

function cellsOf(line: string): string[] {
  return line
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))
}

/** Expands `AUTH-01, AUTH-07..09` into four ids. */
export function parseIds(cell: string): string[] {
  const parts = cell.split(/[\s,]+/).filter((part) => part !== '')
  if (parts.length === 0) throw new Error('no id')
  return parts.flatMap((part) => {
    const match = /^([A-Z0-9]+)-(\d+)(?:\.\.(\d+))?$/.exec(part)
    const [, prefix, first = '', last = first] = match ?? []
    if (prefix === undefined) throw new Error(`"${part}" is not an id`)
    const count = Number(last) - Number(first) + 1
    if (count < 1) throw new Error(`"${part}" runs backwards`)
    return Array.from(
      { length: count },
      (_, step) => `${prefix}-${String(Number(first) + step).padStart(first.length, '0')}`,
    )
  })
}

function parseProofs(cell: string): Proof[] {
  const proofs = cell.split(/<br\s*\/?>/).map((part) => parseProof(part.trim()))
  if (new Set(proofs.map((proof) => proof.kind)).size > 1) {
    throw new Error('a row is proven or reasoned, not a mixture: split it')
  }
  return proofs
}

function parseProof(text: string): Proof {
  const [, reason] = /^reason:\s*(.+)$/.exec(text) ?? []
  if (reason !== undefined) return { kind: 'reason', text: reason }
  const at = text.indexOf(' › ')
  if (at < 1) throw new Error(`"${text}" is neither "file › title" nor "reason: …"`)
  return { kind: 'test', file: text.slice(0, at).replaceAll('`', ''), title: text.slice(at + 3) }
}

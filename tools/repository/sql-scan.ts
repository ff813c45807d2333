import { parseSync } from 'oxc-parser'

/** A location that violates a rule about SQL. */
export type Violation = { line: number; rule: 'import' | 'uncommented' | 'parameter' }

type Part =
  | 'callee'
  | 'declaration'
  | 'id'
  | 'imported'
  | 'items'
  | 'name'
  | 'object'
  | 'params'
  | 'property'
  | 'source'
  | 'specifiers'
  | 'typeName'
  | 'value'

/** The parts of a syntax tree that the rules read. */
type Node = { type: string; start: number } & Partial<Record<Part, unknown>>

/** These files contain decisions or routes; their SQL belongs in the queries of their module. */
const WITHOUT_SQL = /\.(?:service|routes|jobs|queue)\.ts$/
/**
 * Importing these names from drizzle-orm or platform/process/db.ts means that a file writes SQL.
 */
const SQL_NAMES = new Set(['sql', 'rowsOf'])
const FRAGMENTS = new Set(['SQL', 'SQLWrapper', 'SQLChunk'])
const COMMENT = /^\s*Raw SQL: \S/

/** Returns the violations in a server file, in the order of its lines. */
export function findSqlViolations(file: string, text: string): Violation[] {
  const { program, comments } = parseSync(file, text)
  const lines = new Lines(text)
  const commentedLines = commentBlocks(comments, lines)
  const imported = importsOf(program.body)
  const fragments = new Set([...FRAGMENTS, ...typesWith(FRAGMENTS, program.body)])
  const found: Violation[] = []
  if (WITHOUT_SQL.test(file)) {
    for (const { name, node } of imported) {
      if (SQL_NAMES.has(name)) found.push({ line: lines.of(node.start), rule: 'import' })
    }
  }
  const readsRows = imported.some(({ name }) => name === 'rowsOf')
  walk(program, [], (node, parents) => {
    if (isRawStatement(node, readsRows) && !isExplained(node, parents)) {
      found.push({ line: lines.of(node.start), rule: 'uncommented' })
    }
    if (!isExported(parents)) return
    for (const parameter of parametersOf(node)) {
      if (mentions(parameter, fragments)) {
        found.push({ line: lines.of(parameter.start), rule: 'parameter' })
      }
    }
  })
  return found.toSorted((a, b) => a.line - b.line)

  /** The comment is above the call or above the statement that contains it. */
  function isExplained(call: Node, parents: readonly Node[]): boolean {
    const statement = parents.findLastIndex(({ type }) => /Statement$|Declaration$/.test(type))
    return [call, ...parents.slice(statement)].some(({ start }) =>
      commentedLines.has(lines.of(start) - 1),
    )
  }
}

class Lines {
  readonly #starts: number[] = [0]

  constructor(text: string) {
    for (const { index } of text.matchAll(/\n/g)) this.#starts.push(index + 1)
  }

  of(offset: number): number {
    return this.#starts.findLastIndex((start) => start <= offset) + 1
  }
}

/**
 * Returns the last lines of comments that explain a raw statement; such a comment may take two
 * lines.
 */
function commentBlocks(
  comments: readonly { type: string; value: string; start: number }[],
  lines: Lines,
): Set<number> {
  const last = new Set<number>()
  for (const { type, value, start } of comments) {
    const line = lines.of(start)
    const continues = last.has(line - 1)
    if (type === 'Line' && (continues || COMMENT.test(value))) last.add(line)
  }
  return last
}

function importsOf(body: readonly unknown[]): { name: string; node: Node }[] {
  return body.filter(isNode).flatMap((node) => {
    const source = isNode(node.source) ? String(node.source.value) : ''
    const isOurs = source === 'drizzle-orm' || source.endsWith('/db.ts')
    if (node.type !== 'ImportDeclaration' || !isOurs || !Array.isArray(node.specifiers)) return []
    return node.specifiers.filter(isNode).flatMap((specifier) => {
      const { imported } = specifier
      return isNode(imported) ? [{ name: String(imported.name), node: specifier }] : []
    })
  })
}

/** Matches `db.execute(…)`, `tx.execute(…)`, `ctx.db.execute(…)` and `rowsOf(…)`. */
function isRawStatement(node: Node, readsRows: boolean): boolean {
  if (node.type !== 'CallExpression' || !isNode(node.callee)) return false
  const { callee } = node
  if (callee.type === 'Identifier') return readsRows && callee.name === 'rowsOf'
  if (callee.type !== 'MemberExpression' || nameOf(callee.property) !== 'execute') return false
  const { object } = callee
  if (!isNode(object)) return false
  return /^(?:db|tx)$/.test(nameOf(object.type === 'MemberExpression' ? object.property : object))
}

/**
 * Matches an exported function or the value of an exported constant; inside its own file, a query
 * may be built in steps.
 */
function isExported(parents: readonly Node[]): boolean {
  return parents.slice(-3).some(({ type }) => type === 'ExportNamedDeclaration')
}

function parametersOf(node: Node): Node[] {
  const { params } = node
  const list = isNode(params) ? params.items : params
  return Array.isArray(list) && /Function|Method|Signature/.test(node.type)
    ? list.filter(isNode)
    : []
}

/** Returns types of the same file that contain a fragment, so that no alias hides one. */
function typesWith(names: ReadonlySet<string>, body: readonly unknown[]): string[] {
  const types = body
    .filter(isNode)
    .map((node) => (isNode(node.declaration) ? node.declaration : node))
    .filter(({ type }) => /^TS(?:TypeAlias|Interface)Declaration$/.test(type))
  return types.filter((type) => mentions(type, names)).map(({ id }) => nameOf(id))
}

function mentions(node: Node, names: ReadonlySet<string>): boolean {
  let found = false
  walk(node, [], ({ type, typeName }) => {
    if (type === 'TSTypeReference' && names.has(nameOf(typeName))) found = true
  })
  return found
}

function nameOf(node: unknown): string {
  return isNode(node) && typeof node.name === 'string' ? node.name : ''
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

function walk(
  value: unknown,
  parents: readonly Node[],
  visit: (node: Node, parents: readonly Node[]) => void,
): void {
  if (Array.isArray(value)) for (const item of value) walk(item, parents, visit)
  if (!isNode(value)) return
  visit(value, parents)
  const path = [...parents, value]
  for (const child of Object.values(value)) {
    if (typeof child === 'object') walk(child, path, visit)
  }
}

import { parseAst } from 'vitest/node'

/** Placeholders of `test.each` titles (`%s`, `$name`) and of template literals (`${name}`). */
const PLACEHOLDER = /%[sdifjopc#%]|\$\{[^}]*\}|\$\w+(?:\.\w+)*/g
const WORD = /[\p{L}\p{N}]/u
const DECLARES = new Set(['test', 'it', 'describe'])

/** The source of a regular expression that matches the title with any values filled in. */
export function titleSource(title: string): string {
  const literal = title
    .split(PLACEHOLDER)
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
  return literal.join('.*')
}

/**
 * Returns true if a title declared in the source equals this one, also with its values filled in.
 */
export function hasTitle(declared: readonly string[], title: string): boolean {
  return declared.some((each) => each === title || new RegExp(`^${titleSource(each)}$`).test(title))
}

/**
 * Returns the titles of all tests and describe blocks in a file. A title that consists of
 * placeholders would match anything, so the texts of its table are returned instead.
 */
export function readTitles(file: string, source: string): string[] {
  const titles: string[] = []
  visit(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }), (call) => {
    if (!DECLARES.has(rootName(call.callee) ?? '')) return
    const title = textOf(call.arguments?.[0])
    if (title === undefined) return
    if (WORD.test(title.replaceAll(PLACEHOLDER, ''))) titles.push(title)
    else if (call.callee?.type === 'CallExpression') titles.push(...textsIn(call.callee.arguments))
  })
  return titles
}

/** The parts of an ESTree node that are read here. */
type Node = {
  type: string
  name?: string
  value?: unknown
  callee?: Node
  object?: Node
  tag?: Node
  arguments?: Node[]
  quasis?: { value: { cooked?: string | null } }[]
}

function visit(node: unknown, onCall: (call: Node) => void): void {
  if (typeof node !== 'object' || node === null) return
  // Every object of the tree is a node, a list of nodes or a value without a type.
  if ((node as Partial<Node>).type === 'CallExpression') onCall(node as Node)
  for (const child of Object.values(node)) visit(child, onCall)
}

/**
 * Returns `test` for `test(...)`, `test.only(...)`, `test.each(table)(...)` and ``
 * test.each`table`(...) ``.
 */
function rootName(node: Node | undefined): string | undefined {
  if (!node) return undefined
  if (node.type === 'Identifier') return node.name
  return rootName(node.object ?? node.callee ?? node.tag)
}

function textOf(node: Node | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node?.type !== 'TemplateLiteral') return undefined
  return node.quasis?.map(({ value }) => value.cooked ?? '').join('${}')
}

/** Returns the string literals of a table, which are exact titles. */
function textsIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  const { type, value } = node as Partial<Node>
  if (type === 'Literal') return typeof value === 'string' ? [value] : []
  return Object.values(node).flatMap(textsIn)
}

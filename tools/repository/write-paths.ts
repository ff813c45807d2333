import { dirname, join, normalize } from 'node:path'
import { parseSync } from 'oxc-parser'

/** A named function or constant: its calls outside an action, and its own writes. */
type Part = { id: string; isRoot: boolean; calls: Set<string>; writes: Set<string> }

/** The fields of a node that are read; each kind has some of them. */
type Field =
  | 'argument'
  | 'body'
  | 'callee'
  | 'computed'
  | 'declaration'
  | 'declarations'
  | 'elements'
  | 'expression'
  | 'id'
  | 'imported'
  | 'init'
  | 'key'
  | 'left'
  | 'local'
  | 'name'
  | 'object'
  | 'params'
  | 'properties'
  | 'property'
  | 'source'
  | 'specifiers'
  | 'value'

type Node = { type: string } & { [Name in Field]?: unknown }

/** Hooks whose arguments run as an action: `useAction` and hooks that pass a function on to it. */
const ACTION_HOOKS: readonly unknown[] = ['useAction', 'useBuy', 'useOrderChange']

const BLOCK = /Program|BlockStatement|StaticBlock/
const EXPRESSIONS_OF_TS = /^TS(As|Satisfies|NonNull|Instantiation)/

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}

function nameIn(node: unknown): string | undefined {
  return isNode(node) && node.type === 'Identifier' && typeof node.name === 'string'
    ? node.name
    : undefined
}

const childrenOf = (node: Node) =>
  Object.entries(node).flatMap(([key, value]) =>
    key === 'parent' ? [] : [value].flat().filter(isNode),
  )

const isFunction = (node: unknown) => isNode(node) && /Function/.test(node.type)

/** Returns the names that a pattern binds. */
function namesOf(pattern: unknown): string[] {
  if (!isNode(pattern)) return []
  const { type, name, left, argument, value, properties, elements } = pattern
  if (type === 'Identifier') return [String(name)]
  const parts = [left, argument, type === 'Property' ? value : undefined, properties, elements]
  return parts.flat().flatMap(namesOf)
}

/**
 * Follows every write of the contract from its call to the member's action and returns the parts in
 * between; an action or an allowed part ends the path. A root, which is a component, a hook or a
 * module, must not be among them.
 */
export function writersIn(
  sources: ReadonlyMap<string, string>,
  writeIds: ReadonlySet<string>,
  allowed: ReadonlySet<string> = new Set(),
): Pick<Part, 'id' | 'isRoot'>[] {
  const parts = Array.from(sources).flatMap(([file, text]) => partsOf(file, text, writeIds))
  const byId = Map.groupBy(parts, ({ id }) => id)
  for (let hasChanged = true; hasChanged;) {
    hasChanged = false
    for (const { calls, writes } of parts) {
      const before = writes.size
      for (const called of calls) {
        if (allowed.has(called)) continue
        for (const part of byId.get(called) ?? []) for (const id of part.writes) writes.add(id)
      }
      hasChanged ||= writes.size > before
    }
  }
  return parts.filter(({ id, writes }) => writes.size > 0 && !allowed.has(id))
}

function partsOf(file: string, text: string, writeIds: ReadonlySet<string>): Part[] {
  const { program } = parseSync(file, text)
  const parts: Part[] = []
  const open = (name: string, isRoot: boolean): Part => {
    const part = {
      id: `${file} › ${name}`,
      isRoot,
      calls: new Set<string>(),
      writes: new Set<string>(),
    }
    parts.push(part)
    return part
  }
  const top = program as unknown as Node // Only the tree of nodes is read.
  walk(top, open('the module', true), new Map(importsIn(file, top)), 0)
  return parts

  function walk(node: Node, part: Part, outer: ReadonlyMap<string, string>, depth: number): void {
    const scope = BLOCK.test(node.type) ? declare(node, part, outer, depth) : outer
    for (const child of childrenOf(node)) visit(child, node, part, scope, depth)
  }

  /** Functions are hoisted, so the names of a block are declared before its code is visited. */
  function declare(
    block: Node,
    part: Part,
    outer: ReadonlyMap<string, string>,
    depth: number,
  ): ReadonlyMap<string, string> {
    const scope = new Map(outer)
    const prefix = depth === 0 ? '' : `${part.id.split(' › ').slice(1).join(' › ')} › `
    for (const statement of [block.body].flat().filter(isNode)) {
      const declared = isNode(statement.declaration) ? statement.declaration : statement
      const names = declared.type === 'FunctionDeclaration' ? namesOf(declared.id) : []
      const variables = [declared.declarations].flat().filter(isNode)
      for (const name of [...names, ...variables.flatMap(({ id }) => namesOf(id))]) {
        scope.set(name, `${file} › ${prefix}${name}`)
      }
    }
    return scope
  }

  function visit(
    node: Node,
    parent: Node,
    part: Part,
    scope: ReadonlyMap<string, string>,
    depth: number,
  ): void {
    const { type } = node
    if (type.startsWith('TS') && !EXPRESSIONS_OF_TS.test(type)) return
    if (type === 'ImportDeclaration') return
    if (type === 'Identifier') {
      const isName = (parent.key === node || parent.property === node) && parent.computed !== true
      const isBinding = parent.id === node
      const target = isName && parent.value !== node ? undefined : scope.get(String(node.name))
      if (target !== undefined && !isBinding) part.calls.add(target)
      return
    }
    if (type === 'CallExpression' && ACTION_HOOKS.includes(nameIn(node.callee))) return
    if (type === 'MemberExpression' && isNode(node.property)) {
      const { value } = node.property
      if (typeof value === 'string' && writeIds.has(value)) part.writes.add(value)
      const imported = importedBy(node.object)
      if (imported !== undefined)
        part.calls.add(`${resolve(file, imported)} › ${String(node.property.name)}`)
    }
    const name = type === 'FunctionDeclaration' ? nameIn(node.id) : declaredName(node, depth)
    const target = typeof name === 'string' ? scope.get(name) : undefined
    if (target === undefined) {
      const inner = isFunction(node) ? withoutParams(node, scope) : scope
      return walk(node, part, inner, depth)
    }
    const own = open(
      target.slice(`${file} › `.length),
      depth === 0 && /^(use)?[A-Z]/.test(String(name)),
    )
    walk(node, own, isFunction(node) ? withoutParams(node, scope) : scope, depth + 1)
  }
}

/**
 * At the top level every constant is a part; inside a function only constants that hold a function.
 */
function declaredName(node: Node, depth: number): unknown {
  if (node.type !== 'VariableDeclarator') return undefined
  return depth === 0 || isFunction(node.init) ? nameIn(node.id) : undefined
}

function withoutParams(node: Node, scope: ReadonlyMap<string, string>): Map<string, string> {
  const hidden = new Set([node.params].flat().flatMap(namesOf))
  return new Map(Array.from(scope).filter(([name]) => !hidden.has(name)))
}

/** Returns the module of `(await import('…'))`. */
function importedBy(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'ParenthesizedExpression') return importedBy(node.expression)
  if (node.type !== 'AwaitExpression' || !isNode(node.argument)) return undefined
  const { source } = node.argument
  return isNode(source) && typeof source.value === 'string' ? source.value : undefined
}

function importsIn(file: string, program: Node): [string, string][] {
  return [program.body]
    .flat()
    .filter(isNode)
    .flatMap((statement) => {
      if (statement.type !== 'ImportDeclaration' || !isNode(statement.source)) return []
      const from = resolve(file, String(statement.source.value))
      return [statement.specifiers]
        .flat()
        .filter(isNode)
        .flatMap(({ local, imported }) => {
          const name = nameIn(local)
          return typeof name === 'string'
            ? [[name, `${from} › ${nameIn(imported) ?? 'default'}`] as [string, string]]
            : []
        })
    })
}

function resolve(file: string, specifier: string): string {
  return specifier.startsWith('#/') ? specifier.slice(2) : normalize(join(dirname(file), specifier))
}

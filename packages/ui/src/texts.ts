type Leaf<Node> = {
  [Name in keyof Node & string]: Node[Name] extends string
    ? Name
    : Node[Name] extends readonly unknown[]
      ? never
      : `${Name}.${Leaf<Node[Name]>}`
}[keyof Node & string]

type OrdinalForm = `ordinal_${'one' | 'two' | 'few' | 'other'}`

type Singular<Key extends string> = Key extends `${infer Base}_${OrdinalForm}`
  ? Base
  : Key extends `${infer Base}_${'zero' | 'one' | 'other'}`
    ? Base
    : Key

/** The path to a text in a file of texts; for a text with plural forms, without the suffix. */
export type TextPath<File> = Singular<Leaf<File>>

export type Values = Readonly<Record<string, string | number>>

/** A parsed file of texts: the leaves are sentences. */
export type TextTree = { readonly [name: string]: string | TextTree | readonly unknown[] }

/** Finds the text for a key; undefined if this file does not contain it. */
export function findText(
  tree: TextTree | undefined,
  path: string,
  language: string,
  values: Values = {},
): string | undefined {
  const { count, ordinal } = values
  const text =
    typeof count === 'number'
      ? countedText(tree, path, language, count)
      : typeof ordinal === 'number'
        ? ordinalText(tree, path, language, ordinal)
        : leafAt(tree, path)
  return text?.replace(/\{\{(\w+)\}\}/g, (unfilled, name: string) =>
    String(values[name] ?? unfilled),
  )
}

/** Selects the plural form by the rules of the language; zero may have its own text. */
function countedText(
  tree: TextTree | undefined,
  path: string,
  language: string,
  count: number,
): string | undefined {
  const form = new Intl.PluralRules(language).select(count)
  return (
    (count === 0 ? leafAt(tree, `${path}_zero`) : undefined) ??
    leafAt(tree, `${path}_${form}`) ??
    leafAt(tree, `${path}_other`)
  )
}

/**
 * Selects an ordinal form as in "1st, 2nd"; a language without such forms has only
 * `_ordinal_other`.
 */
function ordinalText(
  tree: TextTree | undefined,
  path: string,
  language: string,
  ordinal: number,
): string | undefined {
  const form = new Intl.PluralRules(language, { type: 'ordinal' }).select(ordinal)
  return leafAt(tree, `${path}_ordinal_${form}`) ?? leafAt(tree, `${path}_ordinal_other`)
}

function leafAt(tree: TextTree | undefined, path: string): string | undefined {
  let node: TextTree[string] | undefined = tree
  for (const name of path.split('.')) {
    if (node === undefined || typeof node === 'string' || Array.isArray(node)) return undefined
    node = (node as TextTree)[name]
  }
  return typeof node === 'string' ? node : undefined
}

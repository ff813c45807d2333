import { isWithin } from '#/lib/season-draft.ts'

/**
 * Moves the focus to the field of a path: the field itself, the first field inside of the path, or
 * else the nearest one around it.
 */
export function focusPath(root: ParentNode, path: string): boolean {
  const fields = Array.from(root.querySelectorAll<HTMLElement>('[data-path]'))
  const pathOf = (field: HTMLElement) => field.dataset['path'] ?? ''
  const field =
    fields.find((each) => pathOf(each) === path) ??
    fields.find((each) => isWithin(pathOf(each), path)) ??
    nearest(fields, path, pathOf)
  if (!field) return false
  field.scrollIntoView({ block: 'center' })
  field.focus({ preventScroll: true })
  return true
}

function nearest(
  fields: readonly HTMLElement[],
  path: string,
  pathOf: (field: HTMLElement) => string,
): HTMLElement | undefined {
  const names = path.split('.')
  for (let length = names.length - 1; length > 0; length -= 1) {
    const outer = names.slice(0, length).join('.')
    const field = fields.find((each) => isWithin(pathOf(each), outer))
    if (field) return field
  }
  return undefined
}

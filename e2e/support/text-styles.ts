/**
 * Returns for each text of a page a hash of everything that determines its contrast: the classes
 * and colours of its element and of all elements around it, positioned elements next to any of
 * these, its size and weight, and the dialogs that cover the page. Lists of any length and other texts in the same styles give the same hashes.
 * Runs in the page.
 */
export function textStyles(): string[] {
  const hashOf = (text: string, [a, b]: readonly [number, number]): [number, number] => {
    let [high, low] = [a, b]
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      high = Math.imul(high ^ code, 0x01000193)
      low = Math.imul(low + code, 0x85ebca6b) ^ (low >>> 13)
    }
    return [high, low]
  }
  const describe = (element: Element): string => {
    const style = getComputedStyle(element)
    return [
      element.tagName,
      element.getAttribute('class'),
      style.color,
      style.backgroundColor,
      style.backgroundImage,
      style.opacity,
      style.position,
      style.visibility,
      style.textShadow,
      style.fontSize,
      style.fontWeight,
    ].join('|')
  }
  const hasText = (element: Element): boolean =>
    element instanceof HTMLInputElement ||
    Array.from(element.childNodes).some(
      (node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim() !== '',
    )
  /** A positioned element can lie behind the texts of its siblings. */
  const positioned = (element: Element): string[] =>
    Array.from(element.children)
      .filter((child) => getComputedStyle(child).position !== 'static')
      .map(describe)
  const found = new Set<string>()
  const visit = (element: Element, around: readonly [number, number]): void => {
    const hash = hashOf(describe(element), around)
    if (hasText(element)) found.add(hash.join('.'))
    const behind = new Set(positioned(element))
    const inside = behind.size === 0 ? hash : hashOf(Array.from(behind).join(), hash)
    for (const child of element.children) visit(child, inside)
  }
  const covers = Array.from(document.querySelectorAll('dialog[open]'), describe)
  visit(document.documentElement, hashOf(covers.join(), [0x811c9dc5, 1]))
  return Array.from(found)
}

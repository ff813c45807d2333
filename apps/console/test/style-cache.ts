import CssComputedStyle from 'happy-dom/lib/css/declaration/computed-style/CSSComputedStyle.js'

type Properties = ReturnType<CssComputedStyle['getComputedStyle']>
type ElementOf = { element: Element }

/** Returns the tags from the root to this element, if they alone decide its computed style. */
function tagsOf(element: Element): string | undefined {
  if (!element.isConnected || document.querySelector('style, link[rel="stylesheet"]')) return
  let tags = ''
  for (let each: Element | null = element; each; each = each.parentElement) {
    if (each.hasAttribute('style')) return
    tags += each.hasAttribute('open') ? `${each.tagName}[open] ` : `${each.tagName} `
  }
  return tags
}

/**
 * Without style sheets, computed styles depend on tags and `style` attributes only. happy-dom copies
 * the inherited properties of all ancestors for every element, which takes a fifth of the time of axe.
 */
export function cacheComputedStyles(): void {
  // oxlint-disable-next-line typescript/unbound-method -- each call below passes its object
  const compute = CssComputedStyle.prototype.getComputedStyle
  const known = new Map<string, Properties>()
  CssComputedStyle.prototype.getComputedStyle = function getComputedStyle() {
    const tags = tagsOf((this as unknown as ElementOf).element)
    if (tags === undefined) return compute.call(this)
    let properties = known.get(tags)
    if (!properties) {
      properties = compute.call(this)
      known.set(tags, properties)
    }
    return properties
  }
}

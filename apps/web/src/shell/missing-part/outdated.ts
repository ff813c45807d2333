type Page = Pick<Document, 'querySelector'>

/**
 * Returns true if the server has another release than the running one; false without a response.
 */
export async function isOutdated(page: Page, fetchPage: typeof fetch = fetch): Promise<boolean> {
  const own = page.querySelector('script[type=module]')?.getAttribute('src')
  if (!own) return false
  try {
    const reply = await fetchPage('/', { cache: 'no-store' })
    return reply.ok && !(await reply.text()).includes(own)
  } catch {
    return false
  }
}

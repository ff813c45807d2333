type Page = Pick<Document, 'querySelector'>

/** Whether the server has another release than the one that runs here. Without an answer: no. */
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

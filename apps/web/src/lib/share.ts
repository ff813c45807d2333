/** Returns true if the clipboard accepted the text; an embedded browser may refuse. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** Returns a link to the sign-up with the code filled in. */
export function invitationLink(code: string): string {
  return `${window.location.origin}/auth/signup?ref=${encodeURIComponent(code)}`
}

/** Opens the system share sheet if there is one; otherwise copies the link to the clipboard. */
export async function shareInvitation(
  code: string,
  text: string,
): Promise<'shared' | 'copied' | 'failed'> {
  const url = invitationLink(code)
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share({ text: text, url })
      return 'shared'
    } catch (cause) {
      // The member closed the share sheet, which is not an error.
      if (cause instanceof DOMException && cause.name === 'AbortError') return 'shared'
    }
  }
  return (await copyText(url)) ? 'copied' : 'failed'
}

/** Whether the clipboard took it; a window inside another app may refuse. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** Leads to the sign-up, with the code in its field. */
export function invitationLink(code: string): string {
  return `${window.location.origin}/auth/signup?ref=${encodeURIComponent(code)}`
}

/** Through the phone's own sheet where it has one, else the link goes to the clipboard. */
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
      // Turned away from the sheet: nothing went wrong.
      if (cause instanceof DOMException && cause.name === 'AbortError') return 'shared'
    }
  }
  return (await copyText(url)) ? 'copied' : 'failed'
}

const DISTINCT_MIN = 8
/** What examples and templates of settings say. Chance writes none of these into 32 characters. */
const PLACEHOLDERS = ['changeme', 'change-me', 'change_me', 'password', 'example', 'placeholder']

/**
 * Whether somebody typed a secret rather than drew it: few different characters, one part again and
 * again, neighbours of the alphabet or the keyboard's digits, or the words of a template.
 */
export function isWeakSecret(secret: string): boolean {
  const text = secret.toLowerCase()
  return (
    new Set(text).size < DISTINCT_MIN ||
    isRepetition(text) ||
    isSequence(text) ||
    PLACEHOLDERS.some((word) => text.includes(word))
  )
}

function isRepetition(text: string): boolean {
  for (let period = 1; period <= text.length / 2; period += 1) {
    if (text.startsWith(text.slice(period))) return true
  }
  return false
}

/** Most characters are the one before, the next one of the alphabet, or the previous. */
function isSequence(text: string): boolean {
  let near = 0
  for (let at = 1; at < text.length; at += 1) {
    if (Math.abs(text.charCodeAt(at) - text.charCodeAt(at - 1)) <= 1) near += 1
  }
  return near > text.length / 2
}

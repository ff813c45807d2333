const DISTINCT_MIN = 8
/**
 * Texts from examples and templates of settings. A random secret of 32 characters contains none of
 * these.
 */
const PLACEHOLDERS = ['changeme', 'change-me', 'change_me', 'password', 'example', 'placeholder']

/**
 * Returns whether a secret looks typed rather than random: few different characters, a repeated
 * part, sequences of the alphabet or digits, or words of a template.
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

/** Returns whether most characters equal their predecessor or are its neighbour in the alphabet. */
function isSequence(text: string): boolean {
  let near = 0
  for (let at = 1; at < text.length; at += 1) {
    if (Math.abs(text.charCodeAt(at) - text.charCodeAt(at - 1)) <= 1) near += 1
  }
  return near > text.length / 2
}

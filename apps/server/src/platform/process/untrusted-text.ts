/**
 * Enough of an external text to understand it, and too little to stall the process or to fill a
 * disk.
 */
export const UNTRUSTED_TEXT_MAX = 1000

/**
 * Truncates a text from outside (a node, a contract, a mail server) before anything else reads it,
 * so that its length cannot slow down later processing.
 */
export function boundedText(text: string, max = UNTRUSTED_TEXT_MAX): string {
  return text.length <= max ? text : `${text.slice(0, max)}… (${text.length} characters)`
}

/** Enough of a text from outside to understand it, and too little to stall on or to fill a disk with. */
export const OUTSIDE_TEXT_MAX = 1000

/**
 * Cuts a text that somebody outside wrote (a node, a contract, a mail server) before anything else
 * reads it: nothing that runs over the rest can be made slow by its length.
 */
export function boundedText(text: string, max = OUTSIDE_TEXT_MAX): string {
  return text.length <= max ? text : `${text.slice(0, max)}… (${text.length} characters)`
}

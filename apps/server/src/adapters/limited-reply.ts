/** Deeper than any response that is requested here. */
const DEPTH_MAX = 32
/** More values than the largest block has; parsing this many takes a few hundredths of a second. */
const VALUES_MAX = 60_000

/** Thrown for a response above the limits; callers may request less, such as fewer blocks. */
export class ReplyTooLargeError extends Error {}

/**
 * Reads a JSON response within limits. Its size and shape are checked while it arrives, before it
 * is parsed, because five megabytes of brackets take the parser most of a second.
 */
export async function limitedJson(response: Response, maxBytes: number): Promise<unknown> {
  const decoder = new TextDecoder()
  const countShape = shapeCounter()
  let text = ''
  let bytes = 0
  // The chunks of a fetch body are bytes, although its type does not declare it.
  const body = (response.body ?? []) as AsyncIterable<Uint8Array> | Iterable<Uint8Array>
  for await (const chunk of body) {
    bytes += chunk.byteLength
    if (bytes > maxBytes)
      throw new ReplyTooLargeError(`The response has more than ${maxBytes} bytes`)
    countShape(chunk)
    text += decoder.decode(chunk, { stream: true })
  }
  return JSON.parse(text + decoder.decode())
}

const SIGN = { quote: 34, comma: 44, open: 91, backslash: 92, close: 93, begin: 123, end: 125 }

/** Counts values and depth without parsing anything but the ends of strings. */
function shapeCounter(): (chunk: Uint8Array) => void {
  let depth = 0
  let values = 0
  let isQuoted = false
  let isEscaped = false
  return (chunk) => {
    // Loops by index, because an iterator takes five times as long over five megabytes.
    for (let at = 0; at < chunk.length; at += 1) {
      const sign = chunk[at]
      if (isEscaped) isEscaped = false
      else if (isQuoted) {
        isEscaped = sign === SIGN.backslash
        isQuoted = sign !== SIGN.quote
      } else if (sign === SIGN.quote) isQuoted = true
      else if (sign === SIGN.comma) values += 1
      else if (sign === SIGN.open || sign === SIGN.begin) {
        depth += 1
        values += 1
      } else if (sign === SIGN.close || sign === SIGN.end) depth -= 1
      if (depth > DEPTH_MAX || values > VALUES_MAX)
        throw new ReplyTooLargeError('The response is too complex')
    }
  }
}

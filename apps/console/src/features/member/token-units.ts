/** Converts whole numbers of the smallest unit to a decimal text: `18340000` with 6 to `18.34`. */
export function fromSmallest(amount: string, decimals: number): string {
  const isNegative = amount.startsWith('-')
  const digits = amount.replace('-', '').padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const rest = withoutEndZeros(digits.slice(digits.length - decimals))
  return `${isNegative ? '-' : ''}${whole}${rest === '' ? '' : `.${rest}`}`
}

/** Converts a decimal text to the smallest unit; undefined if it is no amount above zero. */
export function toSmallest(text: string, decimals: number): string | undefined {
  const found = /^(\d{1,12})(?:\.(\d{1,18}))?$/.exec(text.replaceAll(/[\s,]/g, ''))
  if (!found) return undefined
  const [, whole = '', fraction = ''] = found
  const rest = withoutEndZeros(fraction)
  if (rest.length > decimals) return undefined
  const amount = BigInt(whole + rest.padEnd(decimals, '0'))
  return amount > 0n ? amount.toString() : undefined
}

function withoutEndZeros(digits: string): string {
  let end = digits.length
  while (end > 0 && digits[end - 1] === '0') end -= 1
  return digits.slice(0, end)
}

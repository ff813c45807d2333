export type ChiSquare = {
  /** The sum of the squared differences, each divided by its expected count. */
  statistic: number
  /** One less than the number of outcomes that can happen. */
  degrees: number
  /** The probability of a difference at least this large if the declared odds hold. */
  p: number
}

/**
 * Compares observed counts with expected ones (Pearson). Returns undefined as long as an outcome is
 * expected fewer than five times, because the approximation would raise false alarms.
 */
export function chiSquareTest(
  observed: readonly number[],
  expected: readonly number[],
): ChiSquare | undefined {
  const possible = expected
    .map((count, index) => ({ expected: count, observed: observed[index] ?? 0 }))
    .filter((outcome) => outcome.expected > 0 || outcome.observed > 0)
  if (possible.length < 2) return undefined
  // An outcome that cannot happen was drawn, which no chance explains.
  if (possible.some((outcome) => outcome.expected === 0)) {
    return { statistic: Infinity, degrees: possible.length - 1, p: 0 }
  }
  if (possible.some((outcome) => outcome.expected < SMALLEST_EXPECTED)) return undefined
  const statistic = possible.reduce(
    (sum, outcome) => sum + (outcome.observed - outcome.expected) ** 2 / outcome.expected,
    0,
  )
  const degrees = possible.length - 1
  return { statistic, degrees, p: chiSquareTail(statistic, degrees) }
}

const SMALLEST_EXPECTED = 5

/** Returns the probability that a chi-square variable exceeds the value. */
export function chiSquareTail(statistic: number, degrees: number): number {
  if (statistic <= 0) return 1
  return upperGamma(degrees / 2, statistic / 2)
}

const PRECISION = 1e-15
const MAX_STEPS = 10_000

/** Returns the regularised upper incomplete gamma function Q(a, x). */
function upperGamma(a: number, x: number): number {
  const scale = Math.exp(-x + a * Math.log(x) - logGamma(a))
  // Each form converges quickly on its side of a + 1.
  return x < a + 1 ? 1 - scale * lowerSeries(a, x) : scale * upperFraction(a, x)
}

function lowerSeries(a: number, x: number): number {
  let term = 1 / a
  let sum = term
  for (let step = 1; step < MAX_STEPS && term > sum * PRECISION; step += 1) {
    term *= x / (a + step)
    sum += term
  }
  return sum
}

/** Evaluates the continued fraction from its start (Lentz). */
function upperFraction(a: number, x: number): number {
  let b = x + 1 - a
  let c = Number.MAX_VALUE
  let d = 1 / b
  let fraction = d
  for (let step = 1; step < MAX_STEPS; step += 1) {
    const numerator = -step * (step - a)
    b += 2
    d = 1 / (numerator * d + b)
    c = b + numerator / c
    fraction *= d * c
    if (Math.abs(d * c - 1) < PRECISION) break
  }
  return fraction
}

const LANCZOS = [
  676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406, 12.507343278686905,
  -0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7,
]

/** Returns the logarithm of the gamma function of a positive number (Lanczos, g = 7). */
function logGamma(value: number): number {
  if (value < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * value)) - logGamma(1 - value)
  const x = value - 1
  const sum = LANCZOS.reduce(
    (total, coefficient, index) => total + coefficient / (x + index + 1),
    0.9999999999998099,
  )
  const t = x + LANCZOS.length - 0.5
  return 0.5 * Math.log(2 * Math.PI) + (x + 0.5) * Math.log(t) - t + Math.log(sum)
}

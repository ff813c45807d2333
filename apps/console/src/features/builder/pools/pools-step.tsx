export function PoolsStep() {
  return null
}

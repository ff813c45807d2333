export function TextsStep() {
  return null
}

export function MissionsStep() {
  return null
}

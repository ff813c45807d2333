/** While maintenance is on there is one place, `/`, and nobody else is asked. */
export function guardMaintenance(isMaintenanceMode: boolean): string | undefined {
  return isMaintenanceMode ? '/' : undefined
}

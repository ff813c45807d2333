/** Redirects every visit to `/` during maintenance; no other guard runs. */
export function guardMaintenance(isMaintenanceMode: boolean): string | undefined {
  return isMaintenanceMode ? '/' : undefined
}

/** The status page says what is wrong, so it stays open. */
export const isOpenInMaintenance = (pathname: string): boolean => pathname.startsWith('/status')

/** Redirects every other visit to `/` during maintenance; no other guard runs. */
export function guardMaintenance(
  isMaintenanceMode: boolean,
  { pathname }: { pathname: string },
): string | undefined {
  return isMaintenanceMode && !isOpenInMaintenance(pathname) ? '/' : undefined
}

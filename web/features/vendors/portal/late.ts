/** What the router loads with the first page that needs it. */

export const loadPortalGate = () => import('./gate.ts')

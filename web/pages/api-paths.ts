/** What the API Worker answers. All else is the app. A trailing slash covers everything below it. */
export const apiPaths = [
  '/graphql',
  '/health',
  '/ready',
  '/api/',
  '/public-api/',
  '/jwt-data',
  '/create-jwt-from-login-token',
  '/clear-jwt',
  '/auth/',
  '/files/',
  '/scim/',
]

export function isApiPath(pathname: string): boolean {
  return apiPaths.some((path) => (path.endsWith('/') ? pathname.startsWith(path) : pathname === path))
}

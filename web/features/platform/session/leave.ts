import { queryClient } from '../../../lib/query-client.ts'
import { isLoginPath, loginPathFor, saveRedirect } from '../../../lib/redirect.ts'

let leaving = false

/**
 * The session ended: remembers where the person was and reloads the login page, so that nothing of the old session
 * stays in memory. Does nothing on a login page.
 */
export const leaveForLogin = (): void => {
  const { pathname, search, hash } = window.location
  if (leaving || isLoginPath(pathname)) return
  leaving = true
  queryClient.cancelQueries()
  saveRedirect(pathname + search + hash)
  window.location.replace(loginPathFor(pathname))
}

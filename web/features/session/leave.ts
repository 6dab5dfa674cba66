import { queryClient } from '../../lib/query-client.ts'
import { isLoginPath, loginPathFor, saveRedirect } from '../../lib/redirect.ts'

let leaving = false

/**
 * The session is gone: remembers where the person was and loads the login page anew, so that nothing of the
 * old session stays in memory. On a login page nothing happens.
 */
export const leaveForLogin = (): void => {
  const { pathname, search, hash } = window.location
  if (leaving || isLoginPath(pathname)) return
  leaving = true
  queryClient.cancelQueries()
  saveRedirect(pathname + search + hash)
  window.location.replace(loginPathFor(pathname))
}

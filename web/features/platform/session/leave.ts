import { cutOffText, isCutOff } from '../../../lib/kept/kept-text.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { isLoginPath, loginPathFor, saveRedirect, sayWhy } from '../../../lib/redirect.ts'

/**
 * The session ended: keeps what was typed, remembers where the person was and loads the login page, so that nothing of
 * the old session stays in memory. Does nothing on a login page.
 */
export const leaveForLogin = (): void => {
  const { pathname, search, hash } = window.location
  if (isCutOff() || isLoginPath(pathname)) return
  queryClient.cancelQueries()
  cutOffText()
  saveRedirect(pathname + search + hash)
  sayWhy('ENDED')
  window.location.replace(loginPathFor(pathname))
}

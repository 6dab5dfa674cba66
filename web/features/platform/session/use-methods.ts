import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { queryClient } from '../../../lib/query-client.ts'
import { domainIn, domainMethodsQuery, type Portal } from './api.ts'

export const LABELS = {
  OKTA: 'Continue with Okta',
  OKTA_SAML: 'Continue with single sign-on',
  EMAIL_LINK: 'Email me a login link',
  GOOGLE: 'Continue with Google',
  MICROSOFT: 'Continue with Microsoft',
} as const
type ShownMethod = keyof typeof LABELS

/** In the order in which they are shown: what a company has set up for itself first. */
const shown = (methods: readonly string[]): ShownMethod[] =>
  (Object.keys(LABELS) as ShownMethod[]).filter((method) => methods.includes(method))

const PAUSE_MS = 300

/** What an address may use. It depends on the domain only, which is asked about once the person pauses. */
export const useMethods = (
  email: string,
  portal: Portal,
  offered: readonly string[],
): { methods: ShownMethod[]; isRequired: boolean; look: (address: string) => Promise<ShownMethod[]> } => {
  const [domain, setDomain] = useState(() => domainIn(email))
  useEffect(() => {
    const timer = setTimeout(() => setDomain(domainIn(email)), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [email])
  const { data } = useQuery(domainMethodsQuery(domain, portal))
  return {
    methods: shown(data?.methods ?? offered),
    isRequired: data?.isRequired ?? false,
    look: async (address) => {
      const whole = domainIn(address)
      setDomain(whole)
      // Without an answer, the Worker decides later.
      if (whole === null) return shown(offered)
      const found = await queryClient.fetchQuery(domainMethodsQuery(whole, portal)).catch(() => null)
      return shown(found?.methods ?? offered)
    },
  }
}

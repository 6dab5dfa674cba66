import { Navigate, Outlet, useMatches } from '@tanstack/react-router'
import { Forbidden, NotFound } from '../../../ui/states.tsx'
import { useCan, useCompany } from '../session/index.ts'
import { admission } from './access.ts'

/** The page, for those who may see it. */
export const Admitted = () => {
  const access = useMatches({ select: (matches) => matches.at(-1)?.staticData.access ?? 'staff' })
  const verdict = admission(access, useCompany(), useCan())
  if (verdict === 'HOME') return <Navigate to="/" replace />
  if (verdict === 'NOT_FOUND') return <NotFound />
  return verdict === 'FORBIDDEN' ? <Forbidden /> : <Outlet />
}

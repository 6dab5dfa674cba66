import type { ReactNode } from 'react'
import type { Permission } from '../../../../schema/shared/permissions.ts'
import { Forbidden, NotFound } from '../../../ui/states.tsx'
import { useCan, useCompany } from '../../platform/session/index.ts'

interface BillsGateProps {
  permission: Permission
  children: ReactNode
}

/** Companies without payments have no pages of bills. */
export const BillsGate = ({ permission, children }: BillsGateProps) => {
  const { paymentsEnabled } = useCompany()
  const can = useCan()
  if (!paymentsEnabled) return <NotFound />
  return can(permission) ? children : <Forbidden />
}

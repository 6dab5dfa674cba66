import type { ReactNode } from 'react'
import type { Permission } from '../../../../schema/shared/permissions.ts'
import { Forbidden } from '../../../ui/states.tsx'
import { useCan } from '../../platform/session/index.ts'
import { PaymentsGatekeeper } from '../payments/index.ts'

interface BillsGateProps {
  permission: Permission
  children: ReactNode
}

/** Companies without payments have no pages of bills. */
export const BillsGate = ({ permission, children }: BillsGateProps) => {
  const can = useCan()
  return <PaymentsGatekeeper need="ENABLED">{can(permission) ? children : <Forbidden />}</PaymentsGatekeeper>
}

import type { AccessFlag } from '../../../../schema/shared/permissions.ts'
import { isAccessFlag, type meaningsOf } from './placement.ts'

/** What the value meant before, and after which person the next step begins. */
export interface Moving {
  leave: string[]
  takes: AccessFlag[]
  after: string
}

export const movingIn = (json: string | null): Moving | null => (json === null ? null : (JSON.parse(json) as Moving))

/**
 * What people who are here already leave, if the value means something else now. Who hasn't left what it meant before that
 * leaves both.
 */
export const movingAfter = (
  before: Awaited<ReturnType<typeof meaningsOf>>[number] | undefined,
  { targetId, role, isLeftOut }: { targetId: string | null; role: AccessFlag | null; isLeftOut: boolean },
): Moving | null => {
  const [unit, flag] = [before?.living ?? before?.named ?? null, before?.role ?? null]
  const unsettled = movingIn(before?.moving ?? null)
  const after = targetId ?? (isLeftOut ? null : (before?.named ?? null))
  // One that was left out may mean the unit of the same name again.
  const isBack = unit === null && after === null && !isLeftOut && before?.knownKey !== null
  const isSame = unit === after && flag === role && !isBack
  if (isSame) return unsettled && { ...unsettled, after: '' }
  return {
    leave: [...(unsettled?.leave ?? []), ...(unit === null ? [] : [unit])],
    takes: [...(unsettled?.takes ?? []), ...(isAccessFlag(flag) ? [flag] : [])],
    after: '',
  }
}

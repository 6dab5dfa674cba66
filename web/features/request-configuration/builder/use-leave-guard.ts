import { useLeaveGuard as useGuard } from '../../../ui/use-leave-guard.ts'

/** Of a builder, whose draft outlives the page. */
export const useLeaveGuard = (dirty: boolean, what: string): void =>
  useGuard(
    dirty,
    `Your changes to ${what} are not saved. They stay in this browser and are offered when you come back.`,
  )

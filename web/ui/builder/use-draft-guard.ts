import { useLeaveGuard } from '../use-leave-guard.ts'

/** For a builder, whose draft outlives the page. */
export const useDraftGuard = (dirty: boolean, what: string): void =>
  useLeaveGuard(
    dirty,
    `Your changes to ${what} are not saved. They stay in this browser so you can restore them later.`,
  )

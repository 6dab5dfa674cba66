/** By the day a period ends, or by the last day to cancel it. */
export const RENEWAL_DAYS = ['END', 'CANCEL'] as const

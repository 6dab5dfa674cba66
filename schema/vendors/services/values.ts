/** Needs attention: without a period, or the last one has ended or ends within 90 days. */
export const SERVICE_FILTERS = ['ACTION_REQUIRED', 'ACTIVE', 'ALL', 'ARCHIVED'] as const

/** Whether Home lists the first steps: it does, someone has hidden them, or all have been taken. */
export const FIRST_STEPS_STATES = ['OPEN', 'HIDDEN', 'DONE'] as const
export type FirstStepsState = (typeof FIRST_STEPS_STATES)[number]

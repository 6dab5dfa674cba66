/**
 * The kinds of tasks that other wings bring to workflows. They are registered in web/registrations.ts.
 */
export { registerTask, type TaskDialogProps, type TaskKind, type TaskSettingsProps, taskKindOf } from './task-kinds.ts'

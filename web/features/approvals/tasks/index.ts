/**
 * The kinds of tasks that other wings bring to workflows. They are registered in web/registrations.ts.
 */
export {
  registerTask,
  type TaskDialogProps,
  type TaskKind,
  type TaskSettingsProps,
  type TaskStatusProps,
  taskKindOf,
} from './task-kinds.ts'

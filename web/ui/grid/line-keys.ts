import type { KeyGroup } from '../keys/shown-keys.ts'

export const LINE_KEYS: KeyGroup = {
  title: 'Lines',
  keys: [
    { keys: ['Enter'], text: 'Edit a cell, or go down' },
    { keys: ['Tab'], text: 'Next cell' },
    { keys: ['Ctrl', 'D'], text: 'Fill down' },
    { keys: ['Ctrl', 'Z'], text: 'Undo' },
    { keys: ['Ctrl', 'V'], text: 'Paste rows from a spreadsheet' },
    { keys: ['Delete'], text: 'Clear' },
  ],
}

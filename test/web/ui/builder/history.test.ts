import { describe, expect, it } from 'vitest'
import { editHistory, redoHistory, startHistory, undoHistory } from '../../../../web/ui/builder/history.ts'

describe('undo in a builder', () => {
  it('undo and redo go through single edits', () => {
    const edited = editHistory(editHistory(startHistory('a'), 'b'), 'c')
    const back = undoHistory(undoHistory(edited))
    expect(back.present).toBe('a')
    expect(undoHistory(back)).toBe(back)
    expect(redoHistory(redoHistory(back)).present).toBe('c')
  })

  it('a new edit forgets what was undone', () => {
    const branched = editHistory(undoHistory(editHistory(startHistory('a'), 'b')), 'c')
    expect(redoHistory(branched)).toBe(branched)
    expect(undoHistory(branched).present).toBe('a')
  })

  it('letters typed in quick succession are one edit, and nothing else is', () => {
    const typed = ['N', 'Na', 'Nam'].reduce(
      (history, text, i) => editHistory(history, text, { mergeKey: 'label:1', at: 5000 + i * 100 }),
      startHistory(''),
    )
    expect(undoHistory(typed).present).toBe('')
    const later = editHistory(typed, 'Name', { mergeKey: 'label:1', at: 9000 })
    expect(undoHistory(later).present).toBe('Nam')
    const elsewhere = editHistory(typed, 'x', { mergeKey: 'label:2', at: 5300 })
    expect(undoHistory(elsewhere).present).toBe('Nam')
  })

  it('an edit isn’t joined with one that was undone before it', () => {
    const undone = undoHistory(editHistory(startHistory('a'), 'b', { mergeKey: 'k', at: 1000 }))
    const again = editHistory(undone, 'c', { mergeKey: 'k', at: 1100 })
    expect(undoHistory(again).present).toBe('a')
  })

  it('an edit that changes nothing is not recorded', () => {
    const history = startHistory({ a: 1 })
    expect(editHistory(history, history.present)).toBe(history)
  })
})

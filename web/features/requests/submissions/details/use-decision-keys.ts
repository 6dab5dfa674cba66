import { useEffect, useRef } from 'react'
import type { BlockView } from '../../../../../schema/approvals/engine/endpoints.ts'
import { type Act, completionOf } from './act.ts'

const TYPING = 'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"], [role="listbox"]'

/** `a` approves (or completes), `r` rejects. Each opens its dialog for the person's first open block. */
export const useDecisionKeys = (mine: BlockView[], act: Act): void => {
  const latest = useRef({ mine, act })
  latest.current = { mine, act }
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || event.repeat) return
      if (event.key !== 'a' && event.key !== 'r') return
      if ((event.target as Element | null)?.closest?.(TYPING) || document.querySelector('[aria-modal="true"]')) return
      const { mine: blocks, act: run } = latest.current
      const block = blocks.find((one) => one.canDecide)
      const task = blocks.find((one) => one.canComplete)
      event.preventDefault()
      if (block) run({ kind: event.key === 'a' ? 'approve' : 'reject', block })
      else if (task && event.key === 'a') run({ kind: completionOf(task).kind, block: task })
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

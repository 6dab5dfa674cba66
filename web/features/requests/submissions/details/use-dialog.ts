import { useEffect, useState } from 'react'
import { z } from 'zod'
import type { BlockView } from '../../../../../schema/approvals/engine/endpoints.ts'
import { usePageSearch } from '../../../../lib/search-params.ts'
import { searchText } from '../../../../lib/search-text.ts'
import { toastError } from '../../../../lib/toasts.ts'
import { ACTIONS, type Action, type ActionKind, mayAct } from './act.ts'

/** The open dialog of the request's page is in its address, so it can be shared and survives a reload. */

const PAGE_DIALOGS = ['task', 'assign-request', 'watchers', 'withdraw', 'archive', 'link-vendors'] as const
export type PageDialog = (typeof PAGE_DIALOGS)[number]

const search = z.object({
  /** For the whole request, or with `step` for one of its steps, or with `question` for an answer. */
  dialog: z
    .enum([...PAGE_DIALOGS, ...ACTIONS])
    .optional()
    .catch(undefined),
  step: searchText,
  question: searchText,
})
const NONE = { dialog: undefined, step: undefined, question: undefined }
const STAY = { resetScroll: false }

const isAction = (dialog: string): dialog is ActionKind => (ACTIONS as readonly string[]).includes(dialog)

/** A dialog of the whole request. */
export const usePageDialog = () => {
  const [{ dialog, step, question }, set] = usePageSearch(search)
  return {
    dialog: dialog && !isAction(dialog) && !step && !question ? dialog : null,
    open: (next: PageDialog): void => set({ ...NONE, dialog: next }, STAY),
    close: (): void => set(NONE, STAY),
  }
}

/** The discussions of an answer. */
export const useAnswerDialog = () => {
  const [{ dialog, question }, set] = usePageSearch(search)
  return {
    questionId: dialog === 'comments' && question ? question : null,
    open: (questionId: string): void => set({ ...NONE, dialog: 'comments', question: questionId }, STAY),
    close: (): void => set(NONE, STAY),
  }
}

/** With the version of the answers on the screen when the person started. */
export type SeenAction = Action & { seenVersion: number }

/**
 * What the person is about to do with a step. It is read from the address once, when both are loaded. Later changes of
 * the step are handled by the dialog.
 * @param blocks undefined while they load
 */
export const useActionDialog = (blocks: BlockView[] | undefined, seenVersion: number) => {
  const [{ dialog, step }, set] = usePageSearch(search)
  const [opened, setOpened] = useState<{ key: string; action: SeenAction } | null>(null)
  const key = dialog && step && isAction(dialog) ? `${dialog} ${step}` : null
  const close = (): void => set(NONE, STAY)

  const isNew = key !== null && blocks !== undefined && opened?.key !== key
  const block = isNew ? blocks.find(({ id }) => id === step) : undefined
  const wanted = block && dialog && isAction(dialog) ? { kind: dialog, block } : null
  const allowed = wanted && mayAct(wanted) ? wanted : null
  if (isNew && allowed && key) setOpened({ key, action: { ...allowed, seenVersion } })
  if (!key && opened) setOpened(null)

  const refused = isNew && !allowed
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once for each address
  useEffect(() => {
    if (!refused) return
    toastError(block ? `You have nothing left to do in “${block.label}”.` : 'This step no longer exists.')
    close()
  }, [refused, key])

  return {
    action: opened && opened.key === key ? opened.action : null,
    act: ({ kind, block: { id } }: Action): void => set({ ...NONE, dialog: kind, step: id }, STAY),
    close,
  }
}

import type { ReactNode } from 'react'

interface ConfirmOptions {
  title: string
  text: ReactNode
  /** The action: "Delete category", never "OK". */
  confirmLabel: string
  cancelLabel?: string
  danger?: boolean
}

export interface Question extends ConfirmOptions {
  id: number
  answer(agreed: boolean): void
}

let questions: readonly Question[] = []
let asked = 0
const listeners = new Set<() => void>()

const change = (next: readonly Question[]): void => {
  questions = next
  for (const listener of listeners) listener()
}

/** The questions waiting for an answer, shown by ConfirmHost. */
export const openQuestions = {
  get: (): readonly Question[] => questions,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/** Asks before something that can’t be undone. Resolves to true if the person agreed. */
export const confirm = (options: ConfirmOptions): Promise<boolean> =>
  new Promise((resolve) => {
    asked += 1
    const id = asked
    const answer = (agreed: boolean): void => {
      change(questions.filter((question) => question.id !== id))
      resolve(agreed)
    }
    change([...questions, { ...options, id, answer }])
  })

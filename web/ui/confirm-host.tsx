import { lazy, Suspense, useSyncExternalStore } from 'react'
import { lateCode } from '../lib/connection/chunk-error.ts'
import { openQuestions } from './confirm.tsx'

const ConfirmDialog = lazy(
  lateCode(() => import('./confirm-dialog.tsx').then((module) => ({ default: module.ConfirmDialog }))),
)

/** Where the questions of `confirm` appear. Its code loads with the first one. Render it once in each frame. */
export const ConfirmHost = () => {
  const questions = useSyncExternalStore(openQuestions.subscribe, openQuestions.get)
  return (
    <Suspense fallback={null}>
      {questions.map((question) => (
        <ConfirmDialog key={question.id} question={question} />
      ))}
    </Suspense>
  )
}

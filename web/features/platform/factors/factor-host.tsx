import { lazy, Suspense, useSyncExternalStore } from 'react'
import { openFactorQuestion } from '../../../lib/asked/factor-ask.ts'
import { lateCode } from '../../../lib/connection/chunk-error.ts'

const FactorDialog = lazy(
  lateCode(() => import('./factor-dialog.tsx').then((module) => ({ default: module.FactorDialog }))),
)

/** Where people are asked for a second factor that a call needs. Its code loads with the first question. */
export const FactorHost = () => {
  const question = useSyncExternalStore(openFactorQuestion.subscribe, openFactorQuestion.get)
  return <Suspense fallback={null}>{question && <FactorDialog question={question} />}</Suspense>
}

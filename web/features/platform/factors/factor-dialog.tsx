import { useState } from 'react'
import type { FactorQuestion } from '../../../lib/asked/factor-ask.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { GiveFactor } from './give-factor.tsx'

/** Loaded by FactorHost. The call goes on after closing, so that the focus is back where it was. */
export const FactorDialog = ({ question }: { question: FactorQuestion }) => {
  const [given, setGiven] = useState<boolean | null>(null)
  const cancel = () => setGiven((was) => was ?? false)
  return (
    <Dialog
      opened={given === null}
      onClose={cancel}
      onExitTransitionEnd={() => question.answer(given ?? false)}
      title="Confirm with your second factor"
      size="30rem"
    >
      <GiveFactor onGiven={() => setGiven(true)} onCancel={cancel} />
    </Dialog>
  )
}

import { useState } from 'react'
import { AppSetup } from './app-setup.tsx'
import { PasskeySetup } from './passkey-setup.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

export type AddedKind = 'APP' | 'PASSKEY'

interface AddFactorProps {
  kind: AddedKind
  onCancel: () => void
  /** Once the recovery codes were kept, if there are any. */
  onDone: () => void
}

/** Setting up one factor, from its first step to the recovery codes. */
export const AddFactor = ({ kind, onCancel, onDone }: AddFactorProps) => {
  const [codes, setCodes] = useState<string[] | null>(null)
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  const added = (recoveryCodes: string[] | null) => (recoveryCodes ? setCodes(recoveryCodes) : onDone())
  const Setup = kind === 'APP' ? AppSetup : PasskeySetup
  return <Setup onCancel={onCancel} onAdded={added} />
}

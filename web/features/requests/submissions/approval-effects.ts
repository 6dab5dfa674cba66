import { type ComponentType, createContext, createElement, type ReactNode, useContext } from 'react'

/** What an approval changes elsewhere. Another area shows it before the decision, and the route names that area. */
export interface ApprovalEffects {
  /** On the page and in the dialog of the decision. Nothing, where nothing is changed. */
  Shown: ComponentType<{ submissionId: string }>
  /**
   * Before an approval: says what the person saw. Rejects with the reason UPDATES_CHANGED if something else would be
   * changed now.
   */
  confirm: (submissionId: string) => Promise<void>
}

const Context = createContext<ApprovalEffects | null>(null)

/** For the requests on this part of the screen. Null for those that change nothing elsewhere. */
export const ApprovalEffectsProvider = ({ value, children }: { value: ApprovalEffects | null; children: ReactNode }) =>
  createElement(Context.Provider, { value }, children)

export const useApprovalEffects = (): ApprovalEffects | null => useContext(Context)

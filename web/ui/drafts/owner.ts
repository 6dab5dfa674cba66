import { createContext, useContext } from 'react'
import type { TextOwner } from '../../lib/kept/kept-text.ts'

const OwnerContext = createContext<TextOwner>(null)

/** Whose text the forms inside keep. Without it, for people without an account, it stays in the tab. */
export const TextOwnerProvider = OwnerContext.Provider

export const useTextOwner = (): TextOwner => useContext(OwnerContext)

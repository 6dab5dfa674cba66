import { createContext } from 'react'

/** Whether a list of choices opens as soon as it has the focus: where someone asked to change that value, and no other. */
export const OpensOnFocus = createContext(false)

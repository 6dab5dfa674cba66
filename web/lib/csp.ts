import { setNonce } from 'get-nonce'
import { z } from 'zod'

/** The nonce that the server writes into the page for generated <style> elements. Empty in development. */
export const styleNonce = (): string => document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''

// zod would compile parsers with `new Function`, which the policy refuses and reports.
z.config({ jitless: true })

// The scroll lock of dialogs writes its own <style> elements.
if (typeof document !== 'undefined' && styleNonce()) setNonce(styleNonce())
